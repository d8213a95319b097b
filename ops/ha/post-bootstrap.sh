#!/bin/sh
# Patroni runs this once, on the first primary of a new cluster, with the address of its superuser: creates the role and the database of the shop.
set -eu
psql --no-psqlrc --set=ON_ERROR_STOP=1 --set=password="$SHOP_PASSWORD" "$1" <<'SQL'
create role shop login password :'password';
create database shop owner shop;
SQL
