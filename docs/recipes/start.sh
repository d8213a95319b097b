export SHOP=http://localhost:3000
export LOGIN='{"email":"seller@reflute.test","password":"reflute-demo"}'
SESSION=$(curl -s $SHOP/api/auth/login -H 'Content-Type: application/json' -d "$LOGIN" \
  | sed 's/.*"token":"\([^"]*\)".*/\1/')
export TOKEN=$(curl -s $SHOP/api/business/tokens \
  -H "Authorization: Bearer $SESSION" -H 'Content-Type: application/json' \
  -d '{"name":"My ERP","scopes":["read","stock","orders"],"days":90}' \
  | sed 's/.*"secret":"\([^"]*\)".*/\1/')
echo "$TOKEN"
