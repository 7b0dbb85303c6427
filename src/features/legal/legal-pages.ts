import { complaintAttestation, complaintNotice, complaintPage, complaintRule } from './cfpb-complaint.ts'
import type { LegalPage, LegalPageName } from './contract.ts'

/**
 * Legal pages as data, so that counsel can read and change them without reading code. `{name}` stands for the operator's
 * name; terms and privacy may be the operator's own.
 */

/**
 * The terms of use, a template. They promise what the product does; docs/reference/law.md lists the sources for what they
 * exclude. The version is that of the consent `terms`.
 */
const terms: LegalPage = {
  title: 'Terms of use',
  lead: 'What {name} does for you, what it does not do, and what we ask of you.',
  version: '2026-11-22',
  template: true,
  sections: [
    {
      heading: 'What {name} does',
      paragraphs: [
        '{name} shows your credit file, compares what the bureaus report, and drafts letters from what you tell it. You choose what to dispute. You read every letter before it is created.',
        '{name} gives information. It is not a lawyer, a lender or a bureau, and it gives no legal advice.',
      ],
    },
    {
      heading: 'What {name} does not do',
      paragraphs: [
        'It promises no result and no score. Nobody can have accurate and current facts removed from a credit file.',
        "It does not dispute anything that you believe is accurate. It does not create a new identity or a false claim of identity theft. It sends nothing to a bureau in anyone else's name.",
      ],
    },
    {
      heading: 'What it costs',
      paragraphs: ['{name} is free to use. You can do everything yourself with each bureau, at no charge.'],
    },
    {
      heading: 'What we ask of you',
      paragraphs: [
        'You are 18 or older and use {name} for your own credit file only.',
        'What you say in a letter is true as far as you know. Saying something false to a bureau is against the law.',
        'You never share your sign-in code. Our team will not ask for it.',
      ],
    },
    {
      heading: 'Ending your use',
      paragraphs: [
        'You can delete your account at any time in Profile. Letters that were already sent to the mail provider still go out.',
        "We may close an account that is used to lie to a bureau or to view someone else's file. We will tell you why.",
      ],
    },
    {
      heading: 'For counsel to complete',
      paragraphs: [
        '[Name and address of the operator. Governing law. Liability as far as the law allows. How changes to these terms are announced. Terms for the states where it is offered.]',
      ],
    },
  ],
}

/**
 * The privacy notice, a template. Each sentence describes something that the product does: what is kept and for how long
 * (docs/decisions/0040), who sees it (0028), what is sent elsewhere (docs/reference/voice.md, docs/guides/mailing.md). Form
 * and further content are for counsel (Gramm-Leach-Bliley Act, 15 U.S.C. 6803; state law).
 */
const privacy: LegalPage = {
  title: 'Privacy',
  lead: 'What we keep about you, why, who sees it, and how to export or delete it.',
  version: '2026-11-23',
  template: true,
  sections: [
    {
      heading: 'What we keep',
      paragraphs: [
        'Your name, contact details, birth date, address and Social Security number; your reports, disputes, letters and documents; your permissions; and when your account was used.',
        'We store it encrypted. Pages show only the last four digits of your Social Security number, and account numbers are masked.',
      ],
    },
    {
      heading: 'What we use it for',
      paragraphs: [
        'To get your reports with your permission, show them to you, write your letters and protect your account. Nothing else. We do not sell it.',
      ],
    },
    {
      heading: 'Who receives it',
      paragraphs: [
        'The bureaus, when you request a report or mail a letter. The companies that text, email, print and mail for us, and the push service of your browser if you turn notifications on, each only what that one task needs.',
        'When your identity is confirmed by comparing details, the company that compares them receives your name, birth date, address, phone number and Social Security number. It learns nothing else about you.',
        'Staff see your file only after they sign in and open it. Profile shows you who did, when and why.',
        'The voice helper can send a recording to a service that transcribes speech. Your question, your name and your numbers are not sent to word the answer.',
        'A court or an agency, when the law requires it.',
      ],
    },
    {
      heading: 'How long we keep it',
      paragraphs: [
        'Until you delete your account, and then for seven days in which you can change your mind. An account that nobody uses for a long time is deleted too; we email you a month before. Profile says how long each kind of data is kept.',
        'Records that the law may require stay for seven years, without your name where possible: what staff did, what was mailed, and what you agreed to.',
      ],
    },
    {
      heading: 'What you can do',
      paragraphs: [
        'In Profile you can download all of it, correct your contact details, change your permissions, and delete your account.',
      ],
    },
    {
      heading: 'For counsel to complete',
      paragraphs: [
        '[Name and address of the operator. Names of the companies above. The federal privacy notice. Rights under state laws. Whom to contact.]',
      ],
    },
  ],
}

/**
 * What consumers may do without {name} and without paying. Fair Credit Reporting Act: own file 609 and 612 (15 U.S.C.
 * 1681g, 1681j), disputes 611 and 623(a)(8) (1681i, 1681s-2(a)(8)), freezes and alerts 605A (1681c-1), blocking after
 * identity theft 605B (1681c-2), who may look 604 (1681b), how long 605 (1681c), actions 616 and 617 (1681n, 1681o).
 * The Bureau's own summary (12 CFR part 1022, appendix K) is linked, not copied, so that the current version applies.
 */
const yourRights: LegalPage = {
  title: 'Your rights',
  lead: 'Your rights under the law, with or without {name}, and where to use them for free.',
  version: '2026-11-28',
  template: false,
  sections: [
    {
      heading: 'See your own file',
      paragraphs: [
        'Each bureau must show you your file, by law free once a year. The three bureaus now offer it free every week.',
        'It is also free if you were turned down because of a report, are looking for work, receive public assistance, or believe you are a victim of fraud.',
      ],
      links: [
        {
          text: 'Get your free reports at AnnualCreditReport.com',
          href: 'https://www.annualcreditreport.com',
        },
      ],
    },
    {
      heading: 'Dispute errors',
      paragraphs: [
        'You can dispute an item with the bureau that shows it and with the company that reported it. It is free, and you do not need a company to do it for you.',
        'The bureau has 30 days to investigate, in some cases 45. It must correct or delete what is inaccurate, incomplete or cannot be verified, and tell you the result.',
        'Nobody can have accurate and current facts removed. Most negative entries are removed after seven years, a bankruptcy after ten.',
        'If you disagree with the result, you can add a short statement to your file.',
      ],
      links: [
        {
          text: 'How to dispute an error yourself (CFPB)',
          href: 'https://www.consumerfinance.gov/ask-cfpb/how-do-i-dispute-an-error-on-my-credit-report-en-314/',
        },
      ],
    },
    {
      heading: 'Freeze your file',
      paragraphs: [
        'A security freeze is free. If you request it online or by phone, the bureau must place it within one business day and lift it within one hour.',
        'A fraud alert is free too. It asks lenders to verify your identity.',
      ],
    },
    {
      heading: 'If someone stole your identity',
      paragraphs: [
        "Report it to the Federal Trade Commission. With that report, proof of your identity and your list of the thief's items, a bureau must block them within four business days.",
      ],
      links: [{ text: 'Report identity theft at IdentityTheft.gov', href: 'https://www.identitytheft.gov' }],
    },
    {
      heading: 'Complain or sue',
      paragraphs: [
        'You can complain about a bureau, a lender or us to the Consumer Financial Protection Bureau (CFPB) and to your state.',
        `${complaintRule} You confirm ${complaintAttestation}.`,
        'You can sue a bureau that broke the law, and in some cases the company that reported to it. A lawyer can tell you whether that makes sense.',
      ],
      links: [
        { text: 'Complain to the CFPB', href: complaintPage },
        {
          text: 'What the CFPB asks before a complaint about a bureau',
          href: complaintNotice,
        },
      ],
    },
    {
      heading: 'The official summary',
      paragraphs: [
        'The Consumer Financial Protection Bureau keeps the full summary of these rights, in English and in Spanish.',
      ],
      links: [
        {
          text: 'A Summary of Your Rights Under the Fair Credit Reporting Act',
          href: 'https://www.consumerfinance.gov/learnmore/',
        },
      ],
    },
  ],
}

/** Pages by the last part of their address (`/legal/terms`). */
export const defaultPages: Readonly<Record<LegalPageName, LegalPage>> = { terms, privacy, rights: yourRights }
