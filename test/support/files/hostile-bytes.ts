import { deflateSync, gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import sharp from 'sharp'
import { createPicture } from './pictures.ts'

/** Bytes of types other than JPEG, as a curious person might upload them. Each contains the planted word. */

export const PLANTED = 'PlantedPayload'

const text = (content: string) => Buffer.from(`${content}\n`)
const box = (type: string, content: string) => {
  const body = Buffer.from(content)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

const texts: Readonly<Record<string, Buffer>> = {
  'an HTML page': text(`<!doctype html><script>alert("${PLANTED}")</script>`),
  'an HTML fragment': text(`<img src=x onerror="${PLANTED}">`),
  'an SVG with a script': text(
    `<svg xmlns="http://www.w3.org/2000/svg" onload="${PLANTED}()"><script>1</script></svg>`,
  ),
  'an SVG that reads a file': text(
    `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg><text>&x;${PLANTED}</text></svg>`,
  ),
  'an SVG that asks another host': text(`<svg><image href="http://127.0.0.1:1/${PLANTED}"/></svg>`),
  'an entity bomb': text(
    `<!DOCTYPE a [<!ENTITY b "${PLANTED}"><!ENTITY c "&b;&b;&b;"><!ENTITY d "&c;&c;&c;">]><a>&d;</a>`,
  ),
  'a PDF': text(`%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(${PLANTED})>>>>endobj\n%%EOF`),
  'a PostScript program': text(`%!PS-Adobe-3.0\n(${PLANTED}) run quit`),
  'an ImageMagick script': text(`push graphic-context\nimage over 0,0 0,0 'ephemeral:/tmp/${PLANTED}'`),
  'a shell script': text(`#!/bin/sh\necho ${PLANTED}`),
  'a PHP page': text(`<?php system("${PLANTED}"); ?>`),
  'a script': text(`self["${PLANTED}"]()//`),
  JSON: text(`{"__proto__":{"${PLANTED}":true}}`),
  'a Windows program': text(`MZ\0\0This program cannot be run in DOS mode. ${PLANTED}`),
  'an ELF program': Buffer.concat([Buffer.of(0x7f, 0x45, 0x4c, 0x46, 2, 1, 1), text(PLANTED)]),
  'a WebAssembly module': Buffer.concat([Buffer.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0), text(PLANTED)]),
  'a font': Buffer.concat([Buffer.of(0, 1, 0, 0), text(PLANTED)]),
  'an MP4 film': Buffer.concat([box('ftyp', 'isom'), box('mdat', PLANTED)]),
  'a HEIC picture': Buffer.concat([box('ftyp', 'heic0000mif1heic'), box('mdat', PLANTED)]),
  'a JPEG 2000 picture': Buffer.concat([
    box('jP  ', '\r\n\x87\n'),
    box('ftyp', 'jp2 '),
    box('jp2c', PLANTED),
  ]),
  'a JPEG 2000 stream': Buffer.concat([Buffer.of(0xff, 0x4f, 0xff, 0x51), text(PLANTED)]),
  'a JPEG XL picture': Buffer.concat([Buffer.of(0xff, 0x0a), text(PLANTED)]),
  'a JPEG-LS picture': Buffer.concat([
    Buffer.of(0xff, 0xd8, 0xff, 0xf7, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0),
    text(PLANTED),
  ]),
  'a bitmap': Buffer.concat([Buffer.from('BM'), Buffer.alloc(52), text(PLANTED)]),
  'an icon': Buffer.concat([Buffer.of(0, 0, 1, 0, 1, 0), Buffer.alloc(16), text(PLANTED)]),
  'a raw photo': Buffer.concat([Buffer.from('FUJIFILMCCD-RAW '), text(PLANTED)]),
}

/** All of them by name. */
export const otherFileTypes = async (): Promise<Record<string, Buffer>> => {
  const picture = () => createPicture({ seed: 7 })
  const planted = Buffer.from(PLANTED)
  return {
    ...texts,
    'a PNG': Buffer.concat([await picture().png().toBuffer(), planted]),
    'a GIF': Buffer.concat([await picture().gif().toBuffer(), planted]),
    'a WebP': Buffer.concat([await picture().webp().toBuffer(), planted]),
    'a TIFF': Buffer.concat([await picture().tiff().toBuffer(), planted]),
    'an AVIF': Buffer.concat([await picture().avif().toBuffer(), planted]),
    'a ZIP': Buffer.from(zipSync({ 'planted.txt': planted }, { level: 0 })),
    'a gzip of zeros': Buffer.concat([gzipSync(Buffer.alloc(5_000_000)), planted]),
    'a deflated stream': Buffer.concat([deflateSync(Buffer.alloc(100_000)), planted]),
    'a PNG that says it is 60,000 pixels wide': await wideningPng(),
    zeros: Buffer.alloc(4_096),
    ones: Buffer.alloc(4_096, 0xff),
    'one byte': Buffer.of(0xff),
    'a start without more': Buffer.of(0xff, 0xd8),
    'a start and an end': Buffer.of(0xff, 0xd8, 0xff, 0xd9),
    'the first three bytes of a JPEG': Buffer.of(0xff, 0xd8, 0xff),
  }
}

const wideningPng = async (): Promise<Buffer> => {
  const png = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  png.writeUInt32BE(60_000, 16)
  return Buffer.concat([png, Buffer.from(PLANTED)])
}
