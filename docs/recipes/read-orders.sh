curl -s "$SHOP/api/business/orders?updatedSince=2026-01-01T00:00:00Z" \
  -H "Authorization: Bearer $TOKEN" > orders.json
for ID in $(grep -o '"id":"[^"]*","number"' orders.json | cut -d '"' -f 4); do
  curl -s $SHOP/api/business/orders/$ID -H "Authorization: Bearer $TOKEN" > order-$ID.json
  ls order-$ID.json
done
