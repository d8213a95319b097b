COUNTED_AT=$(date -u +%Y-%m-%dT%H:%M:%SZ)
curl -sS --fail-with-body -w '\n' $SHOP/api/products/bulk/stock \
  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \
  -d '{"updates":[{"sku":"NF-1001","stock":12,"countedAt":"'$COUNTED_AT'"},
                  {"sku":"NF-0000","stock":3}]}'
