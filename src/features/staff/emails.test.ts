import { expect, test } from 'vitest'
import { impersonationNotice, invitationEmail } from './emails.ts'

const at = (time: string) => new Date(`2026-11-20T${time}Z`)
const notice = {
  firstName: 'Maya',
  timeZone: 'America/New_York',
  profile: 'https://fairfile.example/profile',
  support: { name: 'Fairfile', email: 'support@fairfile.example' },
}

test('a notice states who opened the account, when in the business time zone, and why', () => {
  const { text } = impersonationNotice({
    ...notice,
    openings: [
      {
        managerName: 'Morgan Bell',
        reason: 'Called about\nthe letter to Experian',
        isLink: false,
        emergency: true,
        startedAt: at('19:05:10'),
        endedAt: at('19:20:59'),
      },
      {
        managerName: 'Noor Haddad',
        reason: null,
        isLink: false,
        emergency: false,
        startedAt: at('23:59:00'),
        endedAt: at('23:59:30'),
      },
    ],
  })
  expect(text).toContain(
    'Morgan Bell, November 20, 2026, 2:05 PM EST to 2:20 PM EST\nAs an emergency: another manager is responsible for you.\nReason: Called about the letter to Experian\n',
  )
  expect(text).toContain(
    'Noor Haddad, November 20, 2026, 6:59 PM EST to 6:59 PM EST\nTo read only, no reason given.\n',
  )
  expect(text).toContain('https://fairfile.example/profile')
  expect(text).toContain('support@fairfile.example')
})

test('a notice of a link states that nothing was opened', () => {
  const link = {
    managerName: 'Morgan Bell',
    reason: 'Asked to verify her identity',
    isLink: true,
    emergency: false,
    startedAt: at('19:05:10'),
    endedAt: at('19:05:10'),
  }
  const { subject, text } = impersonationNotice({ ...notice, openings: [link] })
  expect(subject).toBe('A manager made a verification link for you')
  expect(text).toContain(
    'Morgan Bell, November 20, 2026, 2:05 PM EST\nMade a link by which you verify who you are, without opening your account.\nReason: Asked',
  )
  expect(text).not.toContain('opened your account')
})

test('an invitation has its link on a separate line and states how long it is valid', () => {
  const link = 'https://fairfile.example/manager/join#cmi_abc'
  const { text } = invitationEmail({ firstName: 'Noor', inviter: 'Morgan Bell', link, name: 'Fairfile' })
  expect(text.split('\n')).toContain(link)
  expect(text).toContain('within 24 hours')
  expect(text).toContain('Morgan Bell invites you')
})
