import type { LegalPage } from './law-page.ts'

/**
 * What everybody may do without Fairfile and without paying. Fair Credit Reporting Act: own file 609 and 612 (15 U.S.C.
 * 1681g, 1681j), disputes 611 and 623(a)(8) (1681i, 1681s-2(a)(8)), freezes and alerts 605A (1681c-1), blocking after
 * identity theft 605B (1681c-2), who may look 604 (1681b), how long 605 (1681c), actions 616 and 617 (1681n, 1681o).
 * The Bureau's own summary (12 CFR part 1022, appendix K) is linked, not copied: its newest form is the one that holds.
 */
export const yourRights: LegalPage = {
  title: 'Your rights',
  lead: 'What the law gives you, with or without Fairfile, and where to do it yourself free of charge.',
  version: '2026-11-22',
  template: false,
  sections: [
    {
      heading: 'See your own file',
      paragraphs: [
        'Each bureau must show you your file. Once a year it is free by law. The three bureaus now give it free once a week.',
        'It is also free when you were turned down because of a report, when you look for work, when you get public aid, or when you think that somebody misused your name.',
      ],
      links: [
        {
          words: 'Get your free reports at AnnualCreditReport.com',
          href: 'https://www.annualcreditreport.com',
        },
      ],
    },
    {
      heading: 'Dispute what is wrong',
      paragraphs: [
        'You can dispute an item with the bureau that shows it and with the company that reported it. It costs nothing, and you need no company to do it for you.',
        'The bureau has 30 days to look into it, in some cases 45. It must correct or take out what is wrong, what is incomplete, and what it cannot verify. Then it must tell you what it did.',
        'Nobody can have true and current facts taken out. Most bad marks leave after seven years, a bankruptcy after ten.',
        'If you do not agree with the result you can have a short statement of your own put in your file.',
      ],
      links: [
        {
          words: 'How to dispute an error yourself (CFPB)',
          href: 'https://www.consumerfinance.gov/ask-cfpb/how-do-i-dispute-an-error-on-my-credit-report-en-314/',
        },
      ],
    },
    {
      heading: 'Close your file to others',
      paragraphs: [
        'A security freeze is free. Asked for online or by phone it must stand within one business day, and it must be lifted within one hour.',
        'A fraud alert is free too. It asks lenders to make sure that it is you.',
      ],
    },
    {
      heading: 'If somebody used your name',
      paragraphs: [
        'Make a report to the Federal Trade Commission. With it a bureau must block what the thief left within four business days.',
      ],
      links: [{ words: 'Report identity theft at IdentityTheft.gov', href: 'https://www.identitytheft.gov' }],
    },
    {
      heading: 'Complain, and go to court',
      paragraphs: [
        'You can complain about a bureau, a lender or about us to the Consumer Financial Protection Bureau and to your state.',
        'About wrong information at a bureau it takes a complaint only after you disputed it there, and only when that dispute has ended or was made more than 45 days ago. You confirm that what you write is true.',
        'You can sue a bureau that broke the law, and in some cases the company that reported to it. A lawyer can say whether that makes sense.',
      ],
      links: [
        { words: 'Complain to the CFPB', href: 'https://www.consumerfinance.gov/complaint/' },
        {
          words: 'What the CFPB asks before a complaint about a bureau',
          href: 'https://www.consumerfinance.gov/complaint/credit-and-consumer-reporting-complaint-notice-2',
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
          words: 'A Summary of Your Rights Under the Fair Credit Reporting Act',
          href: 'https://www.consumerfinance.gov/learnmore/',
        },
      ],
    },
  ],
}
