# Runs PostgreSQL ("$3" and what follows) until it ends, or until standard input ends: the server's end of that pipe
# closes when the server is gone. "$1" is the log, "$2" the folder of the sockets.
log=$1 sockets=$2
shift 2

# A signal for the whole group or container is the server's to answer: it ends PostgreSQL when it has drained.
trap '' HUP INT TERM
umask 077
mv -f "$log" "$log.1" 2>/dev/null
exec 3<&0 0</dev/null >"$log" 2>&1

(
    trap - TERM
    exec "$@" 3<&-
) &
postgres=$!
(
    read -r _ <&3
    touch "$sockets/.gone"
    # A fast shutdown. One that has only just been started may ignore either signal.
    while kill -TERM "$postgres" && kill -INT "$postgres"; do sleep 1; done
) 2>/dev/null &
waiting=$!

wait "$postgres"
status=$?
kill -KILL "$waiting" 2>/dev/null
# The server is gone, so nobody will look for sockets in a temporary folder again. The one beside the data stays: the
# next server may have made itself at home in it by now.
case $sockets in
/tmp/mallard.*) [ ! -e "$sockets/.gone" ] || rm -rf "$sockets" ;;
esac
exit "$status"
