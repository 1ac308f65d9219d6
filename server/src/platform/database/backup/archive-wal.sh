# Archives the file "$1" of the WAL under the name "$2" in the folder "$3". PostgreSQL asks for it again until it succeeds,
# so a file that is there already is well if it is the same. A segment that was ended before it was full is mostly zeros:
# compressed, it takes what was written.
set -eu
umask 077
case $2 in
*.history) new=$3/$2 && cp "$1" "$new.new" ;;
*) new=$3/$2.gz && gzip -1 -n -c <"$1" >"$new.new" ;;
esac
if [ -e "$new" ]; then
    cmp -s "$new.new" "$new" && exec rm "$new.new"
    echo "another database has written $new: each needs a BACKUP_FOLDER of its own" >&2
    exit 1
fi
sync "$new.new"
mv "$new.new" "$new"
sync "$3"
