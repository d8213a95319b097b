ANSWER=$(curl -sS $SHOP/api/business/shipments -H "Authorization: Bearer $TOKEN")
export ORDER=$(echo "$ANSWER" | sed -n 's/^\[{"orderId":"\([^"]*\)".*/\1/p')
echo "${ORDER:-No order: $ANSWER}"
