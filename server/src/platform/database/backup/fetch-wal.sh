# Fetches the file "$2" of the WAL from the folder "$3" to "$1": as archive-wal.sh wrote it, as PostgreSQL did, or as far as
# pg_receivewal had come with it. A status above 125 tells PostgreSQL that it is there and cannot be read: so it does not
# take that for the end of the archive.
if [ -f "$3/$2.gz" ]; then
    gzip -d -c <"$3/$2.gz" >"$1" || exit 126
elif [ -f "$3/$2" ]; then
    cp "$3/$2" "$1" || exit 126
elif [ -f "$3/$2.partial" ]; then
    cp "$3/$2.partial" "$1" || exit 126
else
    exit 1
fi
