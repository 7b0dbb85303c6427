import type { Report } from '#features/reports/canonical.ts'
import { knownReport } from '../known-report.ts'
import { experianAddress, experianPage, experianTitle, plainQuirks } from './experian-page.ts'
import { toHtml } from './page-rows.ts'
import { icon, type Print } from './print.ts'
import { printThreeBureaus, type ThreeBureauFormat } from './three-bureaus.ts'
import { asPrinted } from './three-bureaus-expected.ts'
import { transUnionPage, transUnionRows } from './transunion.ts'
import { asShown } from './transunion-expected.ts'
import { usualTransUnion } from './transunion-fields.ts'

/**
 * The mock pages whose prints are in this folder, so that tests read real output of Chromium without starting it:
 * `npm run prints`. Few and small; tests that need many use `PagesText` directly.
 */

const experian = { address: experianAddress, title: experianTitle }

/** The known reports in the prints of Experian's page. Tagged PDFs are five times as large. */
export const printedForExperian = {
  tagged: knownReport(7, { only: ['Experian'], accounts: 2 }),
  small: knownReport(8, { only: ['Experian'], accounts: 9 }),
} satisfies Record<string, Report>

/** The known reports in the prints of TransUnion's page. */
export const printedForTransUnion = {
  tagged: knownReport(3, { only: ['TransUnion'], accounts: 1 }),
  narrow: knownReport(4, { only: ['TransUnion'], accounts: 8 }),
} satisfies Record<string, Report>

/** The known reports in the prints of three bureaus. */
export const printedForThreeBureaus = {
  'identityiq-pdf': knownReport(3, { accounts: 4 }),
  'smartcredit-pdf': knownReport(4, { accounts: 4 }),
  'myfreescorenow-pdf': knownReport(6, { accounts: 4 }),
} satisfies Record<ThreeBureauFormat, Report>

const threeBureaus = (format: ThreeBureauFormat, more: Partial<Print> = {}): Print => ({
  file: `${format.replace('-pdf', '')}.pdf`,
  address: 'https://member.example.com/report',
  title: 'Credit Report',
  html: toHtml(printThreeBureaus(asPrinted(printedForThreeBureaus[format], format), format)),
  tagged: false,
  ...more,
})

export const prints: readonly Print[] = [
  {
    ...experian,
    file: 'experian-tagged.pdf',
    html: toHtml(experianPage(printedForExperian.tagged, { ...plainQuirks, paid: icon })),
  },
  {
    ...experian,
    file: 'experian-small.pdf',
    html: toHtml(
      experianPage(printedForExperian.small, {
        ...plainQuirks,
        paid: icon,
        inquiries: 'columns',
        dash: '—',
        lead: 300,
      }),
    ),
    paper: 'A4',
    scale: 0.7,
    tagged: false,
    background: true,
    headerFooter: false,
  },
  {
    ...transUnionPage,
    file: 'transunion-tagged.pdf',
    html: toHtml(transUnionRows(asShown(printedForTransUnion.tagged))),
  },
  {
    ...transUnionPage,
    file: 'transunion-narrow.pdf',
    html: toHtml(
      transUnionRows(asShown(printedForTransUnion.narrow), {
        ...usualTransUnion,
        valueWidth: 70,
        wrap: 'anywhere',
        months: { ...usualTransUnion.months, labels: 'beside', across: 4 },
        spelling: 'other',
      }),
    ),
    paper: 'A4',
    scale: 0.8,
    tagged: false,
  },
  threeBureaus('identityiq-pdf'),
  threeBureaus('smartcredit-pdf', { paper: 'A4', scale: 0.8 }),
  threeBureaus('myfreescorenow-pdf', { headerFooter: false }),
]
