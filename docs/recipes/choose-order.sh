export ORDER=$(curl -s $SHOP/api/business/shipments -H "Authorization: Bearer $TOKEN" \
  | sed 's/^\[{"orderId":"\([^"]*\)".*/\1/')
echo "$ORDER"
