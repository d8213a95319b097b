curl -s $SHOP/api/products/bulk/stock \
  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \
  -d '{"updates":[{"sku":"NF-1001","stock":12},
                  {"sku":"NF-0000","stock":3}]}'
