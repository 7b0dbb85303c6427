/**
 * The consent texts, each with the date of its version. A changed text gets a new date; earlier answers stay on record
 * with the old one. They are templates for counsel (docs/reference/consents.md), and an operator may have its own.
 * `{name}` is replaced by the operator's name.
 */

export const consentKinds = ['reportAccess', 'sms', 'letterTexts', 'email', 'terms', 'staffMailing'] as const
export type ConsentKind = (typeof consentKinds)[number]

/** Texts that are stored by their hash: the consents, and the contract of a credit repair organization. */
export const agreementTextKinds = [...consentKinds, 'serviceContract'] as const
export type AgreementTextKind = (typeof agreementTextKinds)[number]

/** The channel of an answer that was not given on the profile page or at registration. */
export const consentChannels = ['unsubscribe_link'] as const
export type ConsentChannel = (typeof consentChannels)[number]

export type ConsentText = {
  /** The date of the text, `YYYY-MM-DD`. */
  version: string
  title: string
  /** Written in the first person. */
  text: string
  /** What it covers, and what it does not. */
  scope: string
  /** The effect of withdrawing it. */
  withdrawing: string
}

export const defaultConsentTexts: Readonly<Record<ConsentKind, ConsentText>> = {
  // Fair Credit Reporting Act, section 604(a)(2), 15 U.S.C. 1681b(a)(2): the written instructions of the consumer.
  reportAccess: {
    version: '2026-11-23',
    title: 'Let {name} get my credit reports',
    text: 'I instruct {name}, in writing under the Fair Credit Reporting Act, to get my credit reports and scores from TransUnion, Experian and Equifax, from time to time while my account is open, to show them to me and to prepare my disputes.',
    scope:
      'It covers my own reports, for showing them to me and preparing my disputes. It allows no use for lending, hiring or selling. A report that I import myself does not need it.',
    withdrawing:
      'From then on we get no further reports. Those we already have stay in the account until it is deleted.',
  },
  // Telephone Consumer Protection Act, 47 CFR 64.1200(a)(1): prior express consent to informational texts.
  sms: {
    version: '2026-11-22',
    title: 'Text me when my phone number changes',
    text: 'I agree that {name} texts my mobile number when the account gets another phone number. Message and data rates may apply. I can reply STOP at any time.',
    scope:
      'It covers that one notice, never advertising. Codes for signing in are texted when I ask for one, with or without it.',
    withdrawing:
      'We no longer text this notice. Replying STOP does the same, and no codes arrive either until I text START.',
  },
  // 47 U.S.C. 227(b)(1)(A)(iii) and 47 CFR 64.1200(a)(1): a separate consent, because `sms` covers only that notice.
  letterTexts: {
    version: '2026-11-27',
    title: 'Text me when letters wait for me',
    text: 'I agree that {name} texts my mobile number when staff prepared letters that wait for my confirmation. Message and data rates may apply. I can reply STOP at any time.',
    scope:
      'It covers that one notice, never advertising. The text says that letters wait and has a link to sign in, nothing of what is in them.',
    withdrawing:
      'We no longer text this notice. The letters wait in the app all the same. Replying STOP does the same, and no codes arrive either until I text START.',
  },
  email: {
    version: '2026-11-21',
    title: 'Email me notices',
    text: 'I agree that {name} emails notices about my reports and disputes to the address of my account.',
    scope:
      'It covers notices, never advertising. Codes, and word of changes to the account itself, are emailed with or without it: they protect the account.',
    withdrawing: 'We email no further notices about reports and disputes.',
  },
  terms: {
    version: '2026-11-22',
    title: 'Terms of use',
    text: 'I agree to the terms of use. I use {name} for my own credit file only. What I say in disputes is true as far as I know. {name} gives information, not legal advice, and promises no result or score.',
    scope: 'It covers the use of the product.',
    withdrawing: 'There is no account without these terms: deleting the account ends them.',
  },
  staffMailing: {
    version: '2026-11-21',
    title: 'Let staff mail my letters',
    text: 'I authorize {name} staff to mail, in my name, dispute letters that I have confirmed, until I withdraw this.',
    scope:
      'It covers mailing letters whose content I confirmed myself. It does not let staff confirm anything for me, or write what I have not read.',
    withdrawing:
      'From then on only I can have letters mailed. Letters already handed over to be mailed still go out.',
  },
}
