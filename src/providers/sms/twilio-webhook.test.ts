import { describe, expect, it } from 'vitest'
import { twilioSignature, twilioTexts } from './twilio-webhook.ts'

describe('the signature', () => {
  // The worked examples of Twilio's own documentation and client libraries.
  it.each([
    ['https://mycompany.com/myapp.php?foo=1&bar=2', '+14158675309', 'RSOYDt4T1cUTdK1PDd93/VVr8B8='],
    ['https://example.com/myapp.php?foo=1&bar=2', '+14158675310', 'L/OH5YylLD5NRKLltdqwSvS0BnU='],
  ])('of the call to %s is the one that Twilio publishes', (url, from, signature) => {
    const fields = {
      To: '+18005551212',
      From: from,
      Digits: '1234',
      CallSid: 'CA1234567890ABCDE',
      Caller: from,
    }
    expect(twilioSignature('12345', url, fields)).toBe(signature)
  })
})

describe('a text', () => {
  const url = 'https://app.fairfile.test/api/v1/webhooks/twilio'
  const read = twilioTexts({ authToken: 'token', url })
  const fields = { From: '+12135550143', To: '+12025550100', Body: 'Stop' }
  const signature = twilioSignature('token', url, fields)

  it('is read when the call is signed', () => {
    expect(read(fields, signature)).toEqual({ from: '+12135550143', body: 'Stop', answered: false })
  })

  it('was answered when Twilio says so', () => {
    const kept = { ...fields, OptOutType: 'STOP' }
    expect(read(kept, twilioSignature('token', url, kept))).toMatchObject({ answered: true })
  })

  it.each([
    ['no signature', fields, null],
    ['an empty signature', fields, ''],
    ['one of another length', fields, `${signature}=`],
    ['one with another token', fields, twilioSignature('other', url, fields)],
    ['one for another address', fields, twilioSignature('token', `${url}/`, fields)],
    ['a changed field', { ...fields, From: '+12135550144' }, signature],
    ['a field more', { ...fields, Extra: '' }, signature],
    ['a field less', { From: fields.From, Body: fields.Body }, signature],
  ])('is not read with %s', (_name, given, signed) => {
    expect(read(given, signed)).toBeNull()
  })
})
