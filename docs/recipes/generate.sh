npm install openapi-fetch@0.17.0 @types/node
npm pkg set type=module
npx --yes openapi-typescript@7.13.0 $SHOP/api/openapi.json -o api.d.ts
