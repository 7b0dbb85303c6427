import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { usualRetention } from '#api/retention.ts'
import { configMessage } from '#test/support/config-message.ts'
import { readConfig } from './config.ts'
import { defaultOperator } from './operator-settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'fairfile-operator-'))
const file = join(folder, 'operator.json')
afterAll(() => rmSync(folder, { recursive: true }))

const least = {
  preset: 'company',
  name: 'Harbor Credit Help',
  postalAddress: ['Harbor Credit Help', '4 Quay Road', 'Portland, ME 04101'],
  support: { email: 'help@harborcredit.us' },
}

const write = (settings: unknown) =>
  writeFileSync(file, typeof settings === 'string' ? settings : JSON.stringify(settings))
const operatorOf = (settings: unknown, env = {}) => {
  write(settings)
  return readConfig({ OPERATOR_DIR: folder, ...env }).operator
}
const messageOf = (settings: unknown, env = {}) => {
  write(settings)
  return configMessage({ OPERATOR_DIR: folder, ...env })
}

/** Production with a provider that reaches people. */
const production = {
  NODE_ENV: 'production',
  SANDBOX: 'true',
  SANDBOX_KEY: 'a-secret-of-thirty-two-characters',
  DATABASE_URL: 'postgres:///operator',
  PUBLIC_URL: 'https://credit.harborcredit.us',
  SMTP_URL: 'smtps://mail.harborcredit.us',
  MAIL_FROM: 'no-reply@harborcredit.us',
  MANAGER_INBOX: 'staff@harborcredit.us',
}

it('defaults to Fairfile of a household without a folder, with everything enabled', () => {
  expect(readConfig({}).operator).toBe(defaultOperator)
  expect(defaultOperator).toMatchObject({
    name: 'Fairfile',
    senderName: 'Fairfile',
    features: { tradelines: true, portal: true, voice: true, mailing: true },
    policies: {
      maxPlan: 'anyone',
      mailing: { who: 'anyone', certified: true, lettersPerMonth: null },
      termsFirst: false,
    },
  })
})

describe('operator.json', () => {
  it('needs four settings; a company requires confirmed identity and accepted terms', () => {
    expect(operatorOf(least)).toMatchObject({
      name: 'Harbor Credit Help',
      senderName: 'Harbor Credit Help',
      support: { email: 'help@harborcredit.us', phone: null },
      policies: {
        maxPlan: 'confirmed',
        mailing: { who: 'confirmed', certified: true, lettersPerMonth: 30 },
        termsFirst: true,
      },
    })
    expect(operatorOf({ ...least, preset: 'household' }).policies).toEqual(defaultOperator.policies)
  })

  it('can override single policies and sections of a preset', () => {
    const mailing = { who: 'staffApproved', lettersPerMonth: null }
    const own = operatorOf({ ...least, features: { voice: false }, policies: { mailing } })
    expect(own.features).toEqual({ tradelines: true, portal: true, voice: false, mailing: true })
    expect(own.policies.mailing).toEqual({ ...mailing, certified: true })
    expect(own.policies.maxPlan).toBe('confirmed')
  })

  it('defines how support is reached, on every page', () => {
    write({ ...least, support: { email: 'help@harborcredit.us', phone: '+12075550100' } })
    expect(readConfig({ OPERATOR_DIR: folder }).support).toEqual({
      name: 'Harbor Credit Help',
      email: 'help@harborcredit.us',
      phone: '+12075550100',
    })
  })

  it('may contain comment lines', () => {
    expect(operatorOf(`// whose it is\n${JSON.stringify(least, null, 2)}\n  // end\n`).name).toBe(least.name)
  })

  it.each([
    ['{ "preset": "company", }', /operator\.json: is not JSON: .+/],
    [[], /operator\.json: must be one object of settings$/],
    [{ ...least, preset: 'bank' }, /operator\.json: preset: must be one of company, household$/],
    [{ ...least, name: undefined }, /operator\.json: name: is needed$/],
    [{ ...least, name: 'Two\nlines' }, /operator\.json: name: must be one line/],
    [{ ...least, colours: {} }, /operator\.json: colours: is not a setting; check its spelling$/],
    [{ ...least, support: { email: 'nobody' } }, /operator\.json: support\.email: must be an email address$/],
    [{ ...least, features: { voice: 'no' } }, /operator\.json: features\.voice: must be true or false$/],
    [{ ...least, features: { mail: true } }, /operator\.json: features\.mail: is not a setting/],
    [
      { ...least, policies: { mailing: { who: 'nobody' } } },
      /operator\.json: policies\.mailing\.who: must be one of anyone, confirmed, staffApproved$/,
    ],
    [
      { ...least, policies: { mailing: { lettersPerMonth: 0 } } },
      /operator\.json: policies\.mailing\.lettersPerMonth: must be a whole number from 1 to 1000$/,
    ],
    [
      { ...least, rateLimits: { signInsPerAddressHour: 100_001 } },
      /operator\.json: rateLimits\.signInsPerAddressHour: must be a whole number from 1 to 100000$/,
    ],
    [
      { ...least, rateLimits: { codesPerAddressHour: 200, codesPerAddressDay: 500 } },
      /operator\.json: rateLimits\.codesPerNetworkHour: must be at least codesPerAddressHour$/,
    ],
    [{ ...least, name: 'Crédit' }, /operator\.json: senderName: is needed, since the name/],
    [{ ...least, senderName: 'Crédit' }, /operator\.json: senderName: must be printable ASCII/],
    [
      { ...least, colors: { light: 'teal', dark: '#7ed2ce' } },
      /operator\.json: colors\.light: must be a color like #005159$/,
    ],
  ])('is refused with file, key and problem in one line: %j', (settings, line) => {
    const message = messageOf(settings)
    expect(message).toMatch(line)
    expect(message).toContain(file)
    expect(message).not.toContain('\n')
  })

  it('must be in the folder', () => {
    const missing = join(folder, 'nowhere')
    expect(configMessage({ OPERATOR_DIR: missing })).toBe(
      `OPERATOR_DIR: there is no ${join(missing, 'operator.json')}; npm run operator:init -- ${missing} writes one`,
    )
  })

  it('and the environment must not both define how support is reached', () => {
    expect(messageOf(least, { SUPPORT_EMAIL: 'help@harborcredit.us' })).toMatch(
      /^SUPPORT_EMAIL: is set in addition to/,
    )
  })
})

describe('a logo', () => {
  const place = (name: string, bytes: Buffer | string) => {
    write(least)
    writeFileSync(join(folder, name), bytes)
    const message = configMessage({ OPERATOR_DIR: folder })
    rmSync(join(folder, name))
    return message
  }
  const png = (width: number, height: number) => {
    const bytes = Buffer.alloc(24)
    bytes.set(Buffer.from('89504e470d0a1a0a', 'hex'))
    bytes.writeUInt32BE(width, 16)
    bytes.writeUInt32BE(height, 20)
    return bytes
  }

  it.each([
    ['logo.svg', 'no picture', /logo\.svg: is not an SVG picture$/],
    ['logo.svg', `<svg>${' '.repeat(256 * 1024)}</svg>`, /logo\.svg: must have at most 256 kB$/],
    ['logo.png', 'no picture', /logo\.png: is not a PNG picture$/],
    ['logo.png', png(400, 180), /logo\.png: must be square with .* and is 400 by 180$/],
    ['logo.png', png(64, 64), /logo\.png: must be square with at least 180 pixels/],
  ])('that cannot be rendered is refused: %s', (name, bytes, line) => {
    expect(place(name, bytes)).toMatch(line)
  })

  it('that can be rendered is accepted', () => {
    writeFileSync(join(folder, 'logo.png'), png(180, 180))
    expect(readConfig({ OPERATOR_DIR: folder }).operator.logo).toEqual({
      svg: null,
      png: join(folder, 'logo.png'),
    })
    rmSync(join(folder, 'logo.png'))
  })
})

describe('production that reaches people', () => {
  it('uses the support address of the folder', () => {
    expect(operatorOf({ ...least, preset: 'household' }, production).name).toBe(least.name)
  })

  it.each([
    [{ support: { email: 'help@example.com' } }, /support\.email: help@example\.com is an example/],
    [{ support: { email: 'help@harbor.test' } }, /support\.email: help@harbor\.test is an example/],
    [{ name: 'Example Credit Help' }, /name: "Example Credit Help" is an example$/],
    [{ postalAddress: ['Harbor', '1 Example Street'] }, /postalAddress: "1 Example Street" is an example$/],
    [{ name: 'Fairfile' }, /name: Fairfile is the software's name/],
  ])('refuses leftover example values: %j', (change, line) => {
    expect(messageOf({ ...least, ...change }, production)).toMatch(line)
  })

  it('lets a household keep the name', () => {
    expect(operatorOf({ ...least, preset: 'household', name: 'Fairfile' }, production).name).toBe('Fairfile')
  })
})

describe('retention', () => {
  it('follows the table unless a period is set; null keeps a kind as long as the account', () => {
    expect(operatorOf(least)).toMatchObject({ retention: usualRetention, inactiveAccountReason: null })
    const retention = { reportMonths: 36, disputeMonths: null, sessionDays: 90, backupDays: 14 }
    expect(operatorOf({ ...least, retention })).toMatchObject({
      retention: { ...usualRetention, reports: 36, disputes: null, sessions: 90, backups: 14 },
    })
  })

  it.each([
    [{ disputeMonths: 12 }, 'retention.disputeMonths: must be a whole number from 60 to 120'],
    [{ sessionDays: 731 }, 'retention.sessionDays: must be a whole number from 7 to 730'],
    [{ emailMonths: null }, 'retention.emailMonths: must be a whole number from 1 to 84'],
    [{ letterMonths: 24 }, 'retention.letterMonths: is not a setting; check its spelling'],
    [
      { inactiveAccountMonths: 36 },
      'retention.inactiveAccountReason: must say why an inactive account is kept for longer than 24 months',
    ],
  ])('%j is refused in one line', (retention, problem) => {
    expect(messageOf({ ...least, retention })).toBe(`${file}: ${problem}`)
  })

  it('keeps an inactive account for longer than two years only with a stated reason', () => {
    const retention = { inactiveAccountMonths: 36, inactiveAccountReason: 'Coaching pauses for years.' }
    expect(operatorOf({ ...least, retention })).toMatchObject({
      retention: { inactiveAccounts: 36 },
      inactiveAccountReason: 'Coaching pauses for years.',
    })
  })
})

describe('a credit repair organization', () => {
  const terms = {
    services: ['We draft letters.'],
    totalPayments: '$300, once',
    paymentTerms: 'After the last service.',
    guarantees: 'None.',
    estimatedDays: 90,
  }
  const agreement = join(folder, 'legal', 'agreement.md')
  const writeAgreement = (body: string) => {
    mkdirSync(join(folder, 'legal'), { recursive: true })
    writeFileSync(agreement, `---\nversion: 2026-11-01\ntitle: Services\n---\n${body}\n`)
  }
  afterAll(() => rmSync(join(folder, 'legal'), { recursive: true }))

  it('is off without the setting, and requires the text that clients sign', () => {
    expect(operatorOf(least).creditRepairOrganization).toBeNull()
    expect(messageOf({ ...least, creditRepairOrganization: terms })).toBe(
      `${agreement}: is needed with creditRepairOrganization; clients sign it`,
    )
    writeAgreement('Our services.')
    expect(operatorOf({ ...least, creditRepairOrganization: terms }).creditRepairOrganization).toEqual(terms)
  })

  it.each([
    [{ totalPayments: 'As agreed' }, 'totalPayments: must name an amount, like $300'],
    [{ services: [] }, 'services: must have 1 line or more'],
    [{ estimatedDays: 0 }, 'estimatedDays: must be a whole number from 1 to 1825'],
    [{ guarantees: undefined }, 'guarantees: is needed'],
  ])('%j is refused in one line', (change, problem) => {
    expect(messageOf({ ...least, creditRepairOrganization: { ...terms, ...change } })).toBe(
      `${file}: creditRepairOrganization.${problem}`,
    )
  })

  it('refuses an unknown placeholder, and in production unfinished text', () => {
    writeAgreement('It costs {price}.')
    expect(messageOf(least)).toMatch(/agreement\.md: has \{price\}, which nothing fills in/)
    writeAgreement('Ask [your counsel].')
    const household = { ...least, preset: 'household' }
    expect(operatorOf(household, production).texts.agreement?.lead).toBe('Ask [your counsel].')
    expect(messageOf({ ...household, creditRepairOrganization: terms }, production)).toMatch(
      /agreement\.md: "\[your counsel\]" is left to complete$/,
    )
    writeAgreement('Ours.')
    const open = { ...terms, guarantees: '[None?]' }
    expect(messageOf({ ...household, creditRepairOrganization: open }, production)).toMatch(
      /creditRepairOrganization: "\[None\?\]" is left to complete$/,
    )
    // The product's own terms state that it is free.
    expect(messageOf({ ...household, creditRepairOrganization: terms }, production)).toMatch(
      /terms\.md: is needed; people agree with the company by it$/,
    )
  })
})
