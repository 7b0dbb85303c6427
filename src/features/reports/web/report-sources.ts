/**
 * Instructions for getting a report as a file and saving it, shown where a report is needed. Free reports: by law
 * one a year from each nationwide bureau (15 U.S.C. 1681j(a)(1), 12 CFR 1022.136); every week by the bureaus' own offer.
 */

export type ReportSource = {
  id: string
  name: string
  /** What the file contains. */
  gives: string
  /** What the file lacks and so cannot be read. */
  lacks: string
  steps: readonly string[]
}

export const annualSteps: readonly string[] = [
  'Open AnnualCreditReport.com and ask for your reports. Choose all three bureaus.',
  'Each bureau may ask a few questions about you before it shows your report.',
  'Save the report of each bureau as a PDF before you go on to the next one.',
  'Import the three files here, one after the other. They become one report.',
]

export const annualReports: readonly ReportSource[] = [
  {
    id: 'equifax',
    name: 'Equifax',
    gives: 'Accounts, payment history, inquiries and the date each account first fell behind.',
    lacks: 'No score. It prints no totals, so count the accounts once yourself.',
    steps: ['Choose the button that downloads or prints the report. It is a PDF already.'],
  },
  {
    id: 'experian',
    name: 'Experian',
    gives: 'Accounts, payment history, inquiries, until when each stays, and totals that we check against.',
    lacks: 'No score, and no date on which an account first fell behind.',
    steps: ['Choose the button that prints the report, then save the page as a PDF.'],
  },
  {
    id: 'transunion',
    name: 'TransUnion',
    gives:
      'Accounts, payment history, inquiries, addresses of creditors, and the month in which an item will be removed.',
    lacks: 'No score, no totals, and no date on which an account first fell behind.',
    steps: ['Choose the button that prints the report, then save the page as a PDF.'],
  },
]

export const serviceReports: readonly ReportSource[] = [
  {
    id: 'identityiq',
    name: 'IdentityIQ or MyScoreIQ',
    gives: 'All three bureaus side by side, with scores and two years of payment history.',
    lacks:
      'No date on which an account first fell behind. An Equifax “OK” may also mean that the month was not rated.',
    steps: [
      'Sign in there and open your three-bureau credit report.',
      'Wait until all accounts show.',
      'Save the page as a web page. A PDF works too.',
    ],
  },
  {
    id: 'smartcredit',
    name: 'SmartCredit, and sites that look the same',
    gives: 'All three bureaus side by side, with two years of payment history.',
    lacks:
      'No date on which an account first fell behind. A PDF lacks the payment history, because its marks are colored boxes.',
    steps: [
      'Sign in there and open your 3B report.',
      'Choose “Classic view”. The smart view has one value for all three bureaus.',
      'Save the page as a web page.',
    ],
  },
  {
    id: 'myfreescorenow',
    name: 'MyFreeScoreNow',
    gives: 'All three bureaus side by side.',
    lacks:
      'No date on which an account first fell behind, and no payment history, because its marks are colored boxes.',
    steps: ['Sign in there and open your three-bureau credit report.', 'Save the page as a PDF.'],
  },
  {
    id: 'data-file',
    name: 'A lender or service that gives you a data file',
    gives:
      'Whatever it was sent by the bureaus: MISMO, TrueLink or Array, or the files of Equifax, Experian and TransUnion.',
    lacks: 'Depends on the file.',
    steps: ['Ask for your credit report as an XML or JSON file.', 'Import it as it is, without opening it.'],
  },
]

export type WayToSave = { name: string; steps: readonly string[] }

export const waysToSave: readonly WayToSave[] = [
  {
    name: 'As a web page, in Chrome or Edge',
    steps: [
      'Press Ctrl+S, on a Mac ⌘S.',
      'Choose “Webpage, Complete” or “Webpage, Single File”. “HTML Only” saves the page without your data.',
      'Import the .html or .mhtml file. The folder beside it is not needed.',
    ],
  },
  {
    name: 'As a web page, in Firefox',
    steps: ['Press Ctrl+S, on a Mac ⌘S.', 'Choose “Web Page, complete”.', 'Import the .html or .htm file.'],
  },
  {
    name: 'As a PDF, in Chrome or Edge',
    steps: [
      'Press Ctrl+P, on a Mac ⌘P.',
      'Choose “Save as PDF”.',
      'Under “More settings”, turn on “Background graphics”: without it, marks in colored boxes come out white.',
    ],
  },
  {
    name: 'As a PDF, in Firefox',
    steps: [
      'Press Ctrl+P, on a Mac ⌘P.',
      'Choose “Save to PDF”.',
      'Under “More settings”, turn on “Print backgrounds”.',
    ],
  },
  {
    name: 'In Safari on a Mac',
    steps: [
      'Press ⌘P and turn on “Print backgrounds”.',
      'Choose “Save as PDF”. A web archive from “Save As” cannot be read here.',
    ],
  },
  {
    name: 'In Safari on an iPhone or iPad',
    steps: [
      'Tap Share, then Print.',
      'In the preview, tap Share again and choose “Save to Files”. That makes a PDF.',
    ],
  },
  {
    name: 'In Chrome on Android',
    steps: ['Open the menu, tap Share, then Print.', 'Choose “Save as PDF”.'],
  },
]

export const notReadable: readonly { what: string; why: string }[] = [
  {
    what: 'Credit Karma',
    why: 'It has no whole report that you could save. Use the free reports above.',
  },
  {
    what: 'Scans, photos and screenshots',
    why: 'They are pictures. In a PDF that we can read, you can select the text.',
  },
  {
    what: 'A PDF with a password',
    why: 'Open it with its password, print it to a new PDF, and import that one.',
  },
  {
    what: 'SmartCredit’s smart view',
    why: 'It has one value for all three bureaus, so nothing can be compared. Choose “Classic view”.',
  },
  {
    what: 'A page saved as “HTML Only”, or its source',
    why: 'It was saved before it was filled in. Save it as “Webpage, Complete”.',
  },
  { what: 'A .webarchive of Safari', why: 'Save the page as a PDF instead.' },
  {
    what: 'Other services, and Equifax’s own three-bureau PDF',
    why: 'We do not know their reports well enough to read them without mistakes.',
  },
]
