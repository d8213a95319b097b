curl -sS --fail-with-body -w '\n' $SHOP/api/business/orders/$ORDER/shipments \
  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \
  -H "Idempotency-Key: parcel-1-of-$ORDER" \
  -d '{"carrier":"UPS","trackingNumber":"1Z999AA10123456784"}'
