import { describe, expect, it } from '@jest/globals';
import { fileNameOf, MAX_FILE_NAME_BYTES } from './file-name.js';

const plain = (name: string) => ({ isPlain: true, name });

describe('a plain file name', () => {
  it.each([
    'a',
    'notes.md',
    'build log 2.txt',
    'Größe.csv',
    '計画.pdf',
    '😀.png',
    'a.tar.gz',
    '_x',
    '%2e%2e',
    'a~b',
    '$HOME',
  ])('is %j as it is', (name) => {
    expect(fileNameOf(name)).toEqual(plain(name));
  });

  it('is put into NFC, so that one name is one text on every system', () => {
    expect(fileNameOf('Gro\u0308\u00DFe.csv')).toEqual(plain('Gr\u00F6\u00DFe.csv'));
  });

  it('holds at most 200 bytes of UTF-8', () => {
    expect(MAX_FILE_NAME_BYTES).toBe(200);
    expect(fileNameOf('a'.repeat(200)).isPlain).toBe(true);
    expect(fileNameOf('a'.repeat(201)).isPlain).toBe(false);
    expect(fileNameOf('é'.repeat(100)).isPlain).toBe(true);
    expect(fileNameOf('é'.repeat(101)).isPlain).toBe(false);
    expect(fileNameOf('a'.repeat(1_000_000)).isPlain).toBe(false);
  });
});

describe('no file name', () => {
  it.each([
    ['nothing', ''],
    ['a path', 'a/b'],
    ['a path upward', '../../etc/passwd'],
    ['an absolute path', '/etc/passwd'],
    ['a Windows path', 'a\\b'],
    ['a Windows path upward', '..\\..\\x'],
    ['a drive', 'C:x'],
    ['a stream of a file', 'a.txt:evil'],
    ['a path by a full-width stroke that NFC leaves, with a real one', 'a\uFF0F/b'],
    ['this folder', '.'],
    ['the folder above', '..'],
    ['a hidden file', '.env'],
    ['an option', '-rf'],
    ['a home', '~root'],
    ['a space first', ' a'],
    ['a space last', 'a '],
    ['a dot last', 'a.'],
    ['a line break', 'a\nb'],
    ['a NUL', 'a.txt\u0000.exe'],
    ['an escape', '\u001B[31mred'],
    ['a C1 control', 'a\u009Bb'],
    ['a direction override', 'gnp.\u202Eexe'],
    ['a direction isolate', 'a\u2066b'],
    ['a zero-width space', 'a\u200Bb'],
    ['a byte order mark', '\uFEFFa'],
    ['a line separator', 'a\u2028b'],
    ['a no-break space', 'a\u00A0b'],
    ['half of a character', 'a\uD800'],
    ['a private character', 'a\uE000'],
    ['a pattern', '*.ts'],
    ['a quote', 'a"b'],
    ['a device', 'NUL'],
    ['a device with an ending', 'con.txt'],
    ['a device in superscript', 'COM¹.log'],
    ['a device behind a space', 'aux .txt'],
  ])('is %s', (_, name) => {
    expect(fileNameOf(name).isPlain).toBe(false);
  });

  it.each(['console.log', 'nullable.ts', 'com10.txt', 'auxiliary'])(
    'is not %j, which only begins like a device',
    (name) => {
      expect(fileNameOf(name)).toEqual(plain(name));
    },
  );
});
