/** A page as "Webpage, Single File": a MIME message in quoted-printable, as written by Chrome. */

const quoted = (text: string): string => {
  const bytes = [...Buffer.from(text, 'utf8')]
  const signs = bytes.map(byte => {
    if (byte === 10) return '\r\n'
    const isPlain = byte >= 32 && byte < 127 && byte !== 61
    return isPlain ? String.fromCharCode(byte) : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`
  })
  const lines: string[] = []
  let line = ''
  for (const sign of signs) {
    if (sign === '\r\n') {
      lines.push(line)
      line = ''
    } else if (line.length + sign.length > 75) {
      lines.push(`${line}=`)
      line = sign
    } else line += sign
  }
  return [...lines, line].join('\r\n')
}

const boundary = '----MultipartBoundary--q1w2e3r4----'

type MhtmlPart = { type: string; encoding: string; body: string }

export const messageOf = (parts: readonly MhtmlPart[], { isEnded = true } = {}): string =>
  [
    'From: <Saved by Blink>',
    'Snapshot-Content-Location: https://member.example.com/report',
    'Subject: Credit Report',
    'MIME-Version: 1.0',
    'Content-Type: multipart/related;',
    '\ttype="text/html";',
    `\tboundary="${boundary}"`,
    '',
    '',
    ...parts.flatMap(({ type, encoding, body }) => [
      `--${boundary}`,
      `Content-Type: ${type}`,
      'Content-ID: <frame-1@mhtml.blink>',
      `Content-Transfer-Encoding: ${encoding}`,
      'Content-Location: https://member.example.com/report',
      '',
      body,
    ]),
    ...(isEnded ? [`--${boundary}--`, ''] : []),
  ].join('\r\n')

export const asMhtml = (html: string): string =>
  messageOf([
    { type: 'text/html', encoding: 'quoted-printable', body: quoted(html) },
    { type: 'text/css', encoding: 'quoted-printable', body: '.ng-hide { display: none }' },
    { type: 'image/gif', encoding: 'base64', body: 'R0lGODlhAQABAAAAACw=' },
  ])
