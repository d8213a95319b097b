#!/bin/sh
# Three PostgreSQL servers with Patroni, etcd and HAProxy on this machine, with the files of ops/ha (docs/running.md, "High availability"):
#   start   starts what does not run, waits until two replicas follow the primary, prints the addresses
#   kill    kills Patroni and PostgreSQL of the primary, as if its machine were lost; `start` starts them again
#   switch  makes the synchronous standby the primary
#   stop    stops everything and deletes the data
# FAILOVER_DIR is the folder of the data, FAILOVER_PORT the first of 40 ports. PostgreSQL refuses root: started by root, it runs as FAILOVER_USER.
set -eu

action=${1:-}
export FAILOVER_DIR="${FAILOVER_DIR:-${TMPDIR:-/tmp}/reflute-failover}" FAILOVER_PORT="${FAILOVER_PORT:-5200}"
here=$(cd "$(dirname "$0")/.." && pwd)

if [ "$(id -u)" = 0 ]; then
  user=${FAILOVER_USER:-nobody}
  mkdir -p "$FAILOVER_DIR/ops"
  cp "$here/scripts/failover.sh" "$here"/ops/ha/* "$FAILOVER_DIR/ops/" # this user may not read the project
  chown -R "$user" "$FAILOVER_DIR/ops"
  chown "$user" "$FAILOVER_DIR"
  cd "$FAILOVER_DIR"
  setpriv --reuid="$user" --regid="$(id -g "$user")" --clear-groups sh "$FAILOVER_DIR/ops/failover.sh" "$@"
  if [ "$action" = stop ]; then rm -rf "$FAILOVER_DIR"; fi
  exit 0
fi

ops=$here/ops/ha
[ -d "$ops" ] || ops=$(dirname "$0")
dir=$FAILOVER_DIR
port=$FAILOVER_PORT
etcd=127.0.0.1:$((port + 30))
mkdir -p "$dir"
cd "$dir"

export HOME="$dir" PATRONI_ETCD3_HOSTS="$etcd" SHOP_PASSWORD=shop
export PATRONI_SUPERUSER_USERNAME=postgres PATRONI_SUPERUSER_PASSWORD=postgres
export PATRONI_REPLICATION_USERNAME=replicator PATRONI_REPLICATION_PASSWORD=replicator
export PATRONI_REWIND_USERNAME=rewind PATRONI_REWIND_PASSWORD=rewind

fail() {
  echo "$1" >&2
  exit 1
}

# Is the process of a pid file alive?
runs() {
  [ -f "$1.pid" ] && kill -0 "$(cat "$1.pid")" 2>/dev/null
}

# Starts a program in the background, its output in a file of its name.
launch() {
  name=$1
  shift
  if runs "$name"; then return; fi
  setsid "$@" >>"$name.log" 2>&1 </dev/null &
  echo $! >"$name.pid"
}

# Waits until a command succeeds, at most so many seconds.
wait_for() {
  seconds=$1
  shift
  for _ in $(seq $((seconds * 5))); do
    if "$@" >/dev/null 2>&1; then return; fi
    sleep 0.2
  done
  fail "not within $seconds s: $*"
}

is_healthy() { [ "$(curl -so /dev/null -w '%{http_code}' "http://127.0.0.1:$((port + 20 + $1))/$2")" = 200 ]; }
has_leader() { is_healthy 1 primary || is_healthy 2 primary || is_healthy 3 primary; }
# Every member leads, or follows within 1 MB.
is_complete() {
  for n in 1 2 3; do is_healthy $n primary || is_healthy $n 'replica?lag=1MB' || return 1; done
  has_leader && member synchronous
}
# The number of the member with this role.
member() {
  for n in 1 2 3; do
    if is_healthy $n "$1"; then
      echo $n
      return
    fi
  done
  return 1
}

start_member() {
  n=$1
  data=$dir/db$n
  if runs "patroni$n"; then return; fi
  launch "patroni$n" env \
    PATRONI_NAME="db$n" \
    PATRONI_RESTAPI_LISTEN="127.0.0.1:$((port + 20 + n))" PATRONI_RESTAPI_CONNECT_ADDRESS="127.0.0.1:$((port + 20 + n))" \
    PATRONI_POSTGRESQL_LISTEN="127.0.0.1:$((port + 10 + n))" PATRONI_POSTGRESQL_CONNECT_ADDRESS="127.0.0.1:$((port + 10 + n))" \
    PATRONI_POSTGRESQL_DATA_DIR="$data" PATRONI_POSTGRESQL_BIN_DIR="$programs" PATRONI_POSTGRESQL_PGPASS="$dir/pgpass$n" \
    patroni patroni.yml
}

start() {
  for program in patroni patronictl etcd haproxy curl; do
    command -v $program >/dev/null || fail "$program is not installed"
  done
  programs=$(ls -d /usr/lib/postgresql/15/bin /usr/lib/postgresql/*/bin 2>/dev/null | head -1)
  [ -n "$programs" ] || fail 'PostgreSQL is not installed'
  sed "s|^bootstrap:|&\n  post_bootstrap: $ops/post-bootstrap.sh|" "$ops/patroni.yml" >patroni.yml
  # the defaults, 100 and 1000, leave a busy machine no time
  launch etcd etcd --name etcd --data-dir "$dir/etcd" --log-level warn --heartbeat-interval 500 --election-timeout 5000 \
    --listen-client-urls "http://$etcd" --advertise-client-urls "http://$etcd" \
    --listen-peer-urls "http://127.0.0.1:$((port + 31))" --initial-advertise-peer-urls "http://127.0.0.1:$((port + 31))" \
    --initial-cluster "etcd=http://127.0.0.1:$((port + 31))"
  wait_for 30 curl -sf "http://$etcd/health"
  if [ ! -d db1 ]; then # the first one makes the cluster, the others copy it
    start_member 1
    wait_for 120 has_leader
  fi
  for n in 1 2 3; do start_member $n; done
  launch haproxy env HA_PRIMARY="127.0.0.1:$port" HA_REPLICAS="127.0.0.1:$((port + 1))" \
    HA_DB1="127.0.0.1:$((port + 11))" HA_DB2="127.0.0.1:$((port + 12))" HA_DB3="127.0.0.1:$((port + 13))" \
    HA_API1=$((port + 21)) HA_API2=$((port + 22)) HA_API3=$((port + 23)) \
    haproxy -db -f "$ops/haproxy.cfg"
  wait_for 180 is_complete
  patronictl -c patroni.yml list
  echo "DATABASE_URL=postgres://shop:shop@127.0.0.1:$port/shop"
  echo "DATABASE_READ_URL=postgres://shop:shop@127.0.0.1:$((port + 1))/shop"
}

kill_primary() {
  n=$(member primary) || fail 'there is no primary'
  # Patroni first: it would start PostgreSQL again
  kill -9 "$(cat "patroni$n.pid")"
  kill -9 "$(head -1 "db$n/postmaster.pid")"
  echo "killed db$n"
}

switch() {
  primary=$(member primary) || fail 'there is no primary'
  candidate=$(member synchronous) || fail 'there is no synchronous standby'
  patronictl -c patroni.yml switchover --leader "db$primary" --candidate "db$candidate" --force
}

stop() {
  for name in haproxy patroni1 patroni2 patroni3; do
    if runs $name; then kill "$(cat $name.pid)"; fi
  done
  for n in 1 2 3; do
    for _ in $(seq 100); do
      runs "patroni$n" || break
      sleep 0.2
    done
    if runs "patroni$n"; then kill -9 "$(cat "patroni$n.pid")"; fi
    # what a killed Patroni leaves behind
    if [ -f "db$n/postmaster.pid" ]; then kill -QUIT "$(head -1 "db$n/postmaster.pid")" 2>/dev/null || true; fi
  done
  if runs etcd; then kill "$(cat etcd.pid)"; fi
  cd /
  find "$dir" -mindepth 1 -maxdepth 1 ! -name ops -exec rm -rf {} +
  rmdir "$dir" 2>/dev/null || true
}

case "$action" in
  start) start ;;
  kill) kill_primary ;;
  switch) switch ;;
  stop) stop ;;
  *) fail 'usage: scripts/failover.sh start|kill|switch|stop' ;;
esac
