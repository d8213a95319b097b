export SESSION=$(curl -s $SHOP/api/auth/login -H 'Content-Type: application/json' -d "$LOGIN" \
  | sed 's/.*"token":"\([^"]*\)".*/\1/')
