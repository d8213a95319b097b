curl -sS --fail-with-body "$SHOP/api/business/orders?updatedSince=2026-01-01T00:00:00Z" \
  -H "Authorization: Bearer $TOKEN" > orders.json || cat orders.json
for ID in $(grep -o '"id":"[^"]*","number"' orders.json | cut -d '"' -f 4); do
  curl -sS --fail-with-body $SHOP/api/business/orders/$ID \
    -H "Authorization: Bearer $TOKEN" > order-$ID.json || { cat order-$ID.json; break; }
  ls order-$ID.json
done
