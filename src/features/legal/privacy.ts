import type { LegalPage } from './law-page.ts'

/**
 * How personal data is treated, a template. Each sentence is of something that the product does: what is held and for how
 * long (docs/decisions/0013), who sees it (0009), what leaves (docs/reference/voice.md, docs/guides/mailing.md). Form and further content are
 * counsel's (Gramm-Leach-Bliley Act, 15 U.S.C. 6803; state law).
 */
export const privacy: LegalPage = {
  title: 'Privacy',
  lead: 'What we hold about you, why, who sees it, and how you get it back or have it deleted.',
  version: '2026-11-22',
  template: true,
  sections: [
    {
      heading: 'What we hold',
      paragraphs: [
        'Your name, contact details, birth date, address and Social Security number; your reports, disputes, letters and documents; what you agreed to; and when your account was used.',
        'It is kept encrypted. On the page you only ever see the last four digits of your Social Security number, and account numbers cut short.',
      ],
    },
    {
      heading: 'What we use it for',
      paragraphs: [
        'To get your reports when you agreed to it, to show them to you, to write your letters and to protect your account. For nothing else. We do not sell it.',
      ],
    },
    {
      heading: 'Who gets something of it',
      paragraphs: [
        'The bureaus, when you have a report fetched or a letter mailed. The companies that text, email, print and mail for us, each only what that one act needs.',
        'Staff see your file only after they sign in and open it. You see who did, when and why, in Profile.',
        'The voice helper can send a recording to a service that turns speech into text. Your question, your name and your numbers are not sent for wording.',
        'A court or an agency, when the law makes us.',
      ],
    },
    {
      heading: 'How long we hold it',
      paragraphs: [
        'Until you delete your account. You then have seven days to change your mind. After that it is deleted.',
        'What the law may ask us to prove stays for seven years, without your name where that is possible: what staff did, what was mailed, and what you agreed to.',
      ],
    },
    {
      heading: 'What you can do',
      paragraphs: [
        'In Profile you can get all of it as files, correct your contact details, withdraw what you agreed to, and delete your account.',
      ],
    },
    {
      heading: 'For counsel to complete',
      paragraphs: [
        '[Name and address of the operator. Names of the companies above. The federal privacy notice. Rights under the laws of the states. Whom to ask.]',
      ],
    },
  ],
}
