export RECEIVER=${RECEIVER:-http://localhost:4436/}
curl -s $SHOP/api/business/webhooks \
  -H "Authorization: Bearer $SESSION" -H 'Content-Type: application/json' \
  -d '{"url":"'$RECEIVER'","events":["order.placed"]}' | tee webhook.json
export SECRET=$(sed 's/.*"secret":"\([^"]*\)".*/\1/' webhook.json)
WEBHOOK=$(sed 's/.*"id":"\([^"]*\)".*/\1/' webhook.json)
node receiver.mjs & sleep 1
curl -s -X POST $SHOP/api/business/webhooks/$WEBHOOK/test \
  -H "Authorization: Bearer $SESSION"
