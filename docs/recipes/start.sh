export SHOP=http://localhost:3000
export LOGIN='{"email":"seller@reflute.test","password":"reflute-demo"}'
ANSWER=$(curl -sS $SHOP/api/auth/login -H 'Content-Type: application/json' -d "$LOGIN")
SESSION=$(echo "$ANSWER" | sed -n 's/.*"token":"\([^"]*\)".*/\1/p')
if [ -n "$SESSION" ]; then
  ANSWER=$(curl -sS $SHOP/api/business/tokens \
    -H "Authorization: Bearer $SESSION" -H 'Content-Type: application/json' \
    -d '{"name":"My ERP","scopes":["read","stock","orders"],"days":90}')
fi
export TOKEN=$(echo "$ANSWER" | sed -n 's/.*"secret":"\([^"]*\)".*/\1/p')
echo "${TOKEN:-$ANSWER}"
