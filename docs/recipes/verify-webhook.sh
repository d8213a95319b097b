export RECEIVER=${RECEIVER:-http://localhost:4436/}
(
  ANSWER=$(curl -sS $SHOP/api/business/webhooks \
    -H "Authorization: Bearer $SESSION" -H 'Content-Type: application/json' \
    -d '{"url":"'$RECEIVER'","events":["order.placed"]}')
  export SECRET=$(echo "$ANSWER" | sed -n 's/.*"secret":"\([^"]*\)".*/\1/p')
  if [ -z "$SECRET" ]; then echo "$ANSWER"; exit; fi
  WEBHOOK=$SHOP/api/business/webhooks/$(echo "$ANSWER" | sed 's/.*"id":"\([^"]*\)".*/\1/')
  node receiver.mjs > receiver.log & RECEIVER_PID=$!
  trap 'kill $RECEIVER_PID
    curl -sS -X DELETE $WEBHOOK -H "Authorization: Bearer $SESSION" > deleted.json' EXIT
  curl -s --retry 20 --retry-delay 1 --retry-connrefused localhost:${PORT:-4436} -o started.txt
  curl -sS -w '\n' -X POST $WEBHOOK/test -H "Authorization: Bearer $SESSION"
  for TRY in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
    sleep 1
    grep '^verified' receiver.log && break
  done || curl -sS -w '\n' $WEBHOOK/deliveries -H "Authorization: Bearer $SESSION"
)
