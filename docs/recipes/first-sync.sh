QUERY=updatedSince=1970-01-01T00:00:00Z
if [ -s cursor.txt ]; then QUERY=cursor=$(cat cursor.txt); fi
COUNT=0
while [ -n "$QUERY" ]; do
  if ! curl -sS --fail-with-body -D headers.txt -w '\n' "$SHOP/api/business/products?$QUERY" \
    -H "Authorization: Bearer $TOKEN" > page.json; then
    cat page.json
    if grep -q cursor_outdated page.json; then echo 'Delete cursor.txt and run this again.'; fi
    break
  fi
  if ! grep -q '^\[\]' page.json; then cat page.json >> products.jsonl; fi
  COUNT=$((COUNT + $(grep -o '"businessId":' page.json | wc -l)))
  grep -i '^x-next-cursor:' headers.txt | cut -d ' ' -f 2 | tr -d '\r' > cursor.txt
  QUERY=
  if grep -qi '^link:' headers.txt; then QUERY=cursor=$(cat cursor.txt); fi
done
echo "Products written to products.jsonl: $COUNT"
