/** What secrets look like: those with a distinctive form, and long values assigned to a telling name. */
const forms: Readonly<Record<string, RegExp>> = {
  'a private key': /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  'a key of Amazon': /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  'a key of Lob': /\b(?:live|test)_(?:pub_)?[0-9a-f]{30,}\b/,
  'a key of Twilio': /\bSK[0-9a-f]{32}\b/,
  'a key of OpenAI': /\bsk-[\w-]{32,}/,
  'a token of GitHub or npm': /\b(?:gh[opsu]|npm)_[A-Za-z0-9]{36}/,
  'a token of Slack': /\bxox[a-z]-[\w-]{20,}/,
  'a signed token': /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/,
  'a session of ours': /\bcr[amr]_[\w-]{43,}/,
  'a password in an address': /\b[a-z][a-z+]*:\/\/[^\s:@/'"`${}<>]+:[^\s:@/'"`${}<>]{8,}@/,
  'a value that is named a secret':
    /(?:secret|token|password|passwd|api_?key|signing_?key|private_?key|pepper)\w*['"]?\s*[:=]\s*['"`]?(?=[\w+/=-]*\d)(?=[\w+/=-]*[a-z])[\w+/=-]{32,}/i,
}

/** Whether it is an example: by its words, consecutive digits, or a few repeated characters. */
const isExample = (text: string) =>
  /example|password@|0123456789/i.test(text) || new Set(text.slice(-32)).size < 10

/** The kinds of secrets that a text seems to contain. */
export const secretsIn = (text: string): string[] =>
  Object.entries(forms).flatMap(([kind, form]) => {
    const found = [...text.matchAll(new RegExp(form, `${form.flags}g`))]
    return found.some(([whole]) => !isExample(whole)) ? [kind] : []
  })
