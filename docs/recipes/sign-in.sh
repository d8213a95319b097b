ANSWER=$(curl -sS $SHOP/api/auth/login -H 'Content-Type: application/json' -d "$LOGIN")
export SESSION=$(echo "$ANSWER" | sed -n 's/.*"token":"\([^"]*\)".*/\1/p')
if [ -z "$SESSION" ]; then echo "$ANSWER"; fi
