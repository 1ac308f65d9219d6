//! A ZIP file that is written while it is sent: to no file, and without going back. The sizes of what is in it follow each file's
//! bytes, so nothing has to be known beforehand (APPNOTE.TXT 6.3.10, sections 4.3.7 to 4.3.16; general purpose bit 3).

use std::io::Write;

use anyhow::{Context, bail};
use crc32fast::Hasher;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use jiff::Timestamp;
use jiff::tz::TimeZone;

/// The signatures of its records.
const LOCAL_FILE: u32 = 0x0403_4b50;
const DATA_DESCRIPTOR: u32 = 0x0807_4b50;
const CENTRAL_FILE: u32 = 0x0201_4b50;
const END: u32 = 0x0605_4b50;
/// The version of the format that a reader has to know: 2.0, for compression.
const VERSION: u16 = 20;
/// The sizes follow the bytes; names are in UTF-8.
const FLAGS: u16 = (1 << 3) | (1 << 11);
/// How files are compressed: deflate.
const METHOD: u16 = 8;

/// The file as far as it is written.
pub struct ZipWriter {
    /// What is written and not taken yet.
    out: Vec<u8>,
    /// How many bytes were taken.
    taken: u64,
    /// What all files are dated: time and day as MS-DOS had them.
    dated: [u16; 2],
    files: Vec<WrittenFile>,
    current: Option<CurrentFile>,
}

/// A file that is complete.
struct WrittenFile {
    name: String,
    checksum: u32,
    compressed: u32,
    size: u32,
    begins_at: u32,
}

/// The file that is being written.
struct CurrentFile {
    name: String,
    begins_at: u32,
    size: u64,
    checksum: Hasher,
    encoder: DeflateEncoder<Vec<u8>>,
}

impl ZipWriter {
    /// An empty one, whose files are all dated so.
    pub fn new(now: Timestamp) -> Self {
        Self { out: Vec::new(), taken: 0, dated: dos_time(now), files: Vec::new(), current: None }
    }

    /// Begins a file; the one before is complete.
    ///
    /// # Errors
    /// All together is larger than 4 GiB, which needs another form of ZIP.
    pub fn begin(&mut self, name: String) -> anyhow::Result<()> {
        self.end()?;
        let begins_at = self.position()?;
        put(&mut self.out, &[LOCAL_FILE]);
        self.put_kind();
        // The checksum and the sizes come later.
        put(&mut self.out, &[0; 3]);
        put_short(&mut self.out, &[length(&name)?, 0]);
        self.out.extend(name.as_bytes());
        let encoder = DeflateEncoder::new(Vec::new(), Compression::default());
        self.current = Some(CurrentFile { name, begins_at, size: 0, checksum: Hasher::new(), encoder });
        Ok(())
    }

    /// Goes on with the file that was begun.
    ///
    /// # Errors
    /// None was.
    pub fn write(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        let Some(current) = &mut self.current else { bail!("no file of the archive was begun") };
        current.checksum.update(bytes);
        current.size += bytes.len() as u64;
        current.encoder.write_all(bytes)?;
        self.out.append(current.encoder.get_mut());
        Ok(())
    }

    /// What was written since it was last taken.
    pub fn take(&mut self) -> Vec<u8> {
        self.taken += self.out.len() as u64;
        std::mem::take(&mut self.out)
    }

    /// Ends it: with the list of all files, by which readers find them.
    ///
    /// # Errors
    /// It is too large.
    pub fn finish(&mut self) -> anyhow::Result<()> {
        self.end()?;
        let begins_at = self.position()?;
        let files = std::mem::take(&mut self.files);
        for file in &files {
            put(&mut self.out, &[CENTRAL_FILE]);
            put_short(&mut self.out, &[VERSION]);
            self.put_kind();
            put(&mut self.out, &[file.checksum, file.compressed, file.size]);
            // No extra field, no comment, the first disk, and no attributes.
            put_short(&mut self.out, &[length(&file.name)?, 0, 0, 0, 0]);
            put(&mut self.out, &[0, file.begins_at]);
            self.out.extend(file.name.as_bytes());
        }
        let size = self.position()? - begins_at;
        let count = u16::try_from(files.len()).context("the archive has too many files")?;
        put(&mut self.out, &[END]);
        put_short(&mut self.out, &[0, 0, count, count]);
        put(&mut self.out, &[size, begins_at]);
        put_short(&mut self.out, &[0]);
        Ok(())
    }

    /// Ends the file that is being written, if there is one.
    fn end(&mut self) -> anyhow::Result<()> {
        let Some(mut current) = self.current.take() else { return Ok(()) };
        current.encoder.try_finish()?;
        let compressed = u32::try_from(current.encoder.total_out()).context(TOO_LARGE)?;
        self.out.append(current.encoder.get_mut());
        let (checksum, size) = (current.checksum.finalize(), u32::try_from(current.size).context(TOO_LARGE)?);
        put(&mut self.out, &[DATA_DESCRIPTOR, checksum, compressed, size]);
        let CurrentFile { name, begins_at, .. } = current;
        self.files.push(WrittenFile { name, checksum, compressed, size, begins_at });
        Ok(())
    }

    /// What the records of a file begin with: how it is written, and when.
    fn put_kind(&mut self) {
        let [time, day] = self.dated;
        put_short(&mut self.out, &[VERSION, FLAGS, METHOD, time, day]);
    }

    /// How many bytes stand before the next.
    fn position(&self) -> anyhow::Result<u32> {
        u32::try_from(self.taken + self.out.len() as u64).context(TOO_LARGE)
    }
}

const TOO_LARGE: &str = "the archive is larger than 4 GiB";

fn put(out: &mut Vec<u8>, figures: &[u32]) {
    figures.iter().for_each(|figure| out.extend(figure.to_le_bytes()));
}

fn put_short(out: &mut Vec<u8>, figures: &[u16]) {
    figures.iter().for_each(|figure| out.extend(figure.to_le_bytes()));
}

fn length(name: &str) -> anyhow::Result<u16> {
    u16::try_from(name.len()).context("a name is too long for an archive")
}

/// An instant in UTC as MS-DOS wrote it, to two seconds: the time and the day.
fn dos_time(at: Timestamp) -> [u16; 2] {
    let at = at.to_zoned(TimeZone::UTC);
    let part = |figure: i8| figure.unsigned_abs().into();
    let (hour, minute, second): (u16, u16, u16) = (part(at.hour()), part(at.minute()), part(at.second()));
    let (month, day): (u16, u16) = (part(at.month()), part(at.day()));
    let year = (at.year() - 1980).clamp(0, 127).unsigned_abs();
    [(hour << 11) | (minute << 5) | (second / 2), (year << 9) | (month << 5) | day]
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::DeflateDecoder;
    use jiff::Timestamp;

    use super::{ZipWriter, dos_time};

    #[test]
    fn what_is_taken_in_parts_is_one_file_with_a_list_at_its_end() -> anyhow::Result<()> {
        let mut zip = ZipWriter::new("2026-03-02T12:34:56Z".parse()?);
        let mut whole = Vec::new();
        zip.begin("a.txt".to_owned())?;
        for _ in 0..1000 {
            zip.write(b"the duck ")?;
            whole.extend(zip.take());
        }
        zip.begin("b.txt".to_owned())?;
        zip.finish()?;
        whole.extend(zip.take());
        assert!(whole.starts_with(b"PK\x03\x04"));
        let mut read = String::new();
        DeflateDecoder::new(&whole[30 + "a.txt".len()..]).read_to_string(&mut read)?;
        assert_eq!(read, "the duck ".repeat(1000));
        let end = &whole[whole.len() - 22..];
        assert!(end.starts_with(b"PK\x05\x06") && end[8] == 2 && end[10] == 2, "two files: {end:?}");
        let list_at = u32::from_le_bytes(end[16..20].try_into()?) as usize;
        assert!(whole[list_at..].starts_with(b"PK\x01\x02"));
        Ok(())
    }

    #[test]
    fn nothing_is_written_outside_of_a_file() {
        assert!(ZipWriter::new(Timestamp::UNIX_EPOCH).write(b"duck").is_err());
    }

    #[test]
    fn files_are_dated_to_two_seconds() -> anyhow::Result<()> {
        let [time, day] = dos_time("2026-03-02T12:34:57Z".parse()?);
        assert_eq!((time >> 11, (time >> 5) & 63, time & 31), (12, 34, 28));
        assert_eq!((day >> 9, (day >> 5) & 15, day & 31), (46, 3, 2));
        Ok(())
    }
}
