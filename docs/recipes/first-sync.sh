QUERY=updatedSince=1970-01-01T00:00:00Z
if [ -s cursor.txt ]; then QUERY=cursor=$(cat cursor.txt); fi
while [ -n "$QUERY" ]; do
  curl -sS --fail-with-body -D headers.txt -w '\n' "$SHOP/api/business/products?$QUERY" \
    -H "Authorization: Bearer $TOKEN" > page.json || { cat page.json; break; }
  cat page.json >> products.jsonl
  grep -i '^x-next-cursor:' headers.txt | cut -d ' ' -f 2 | tr -d '\r' > cursor.txt
  QUERY=
  if grep -qi '^link:' headers.txt; then QUERY=cursor=$(cat cursor.txt); fi
done
