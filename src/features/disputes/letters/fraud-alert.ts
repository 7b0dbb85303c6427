import { type Bureau, bureaus } from '#values/bureau.ts'
import { showPhone } from '#values/phone.ts'
import { alertAddresses } from '../envelope.ts'
import type { FraudAlert } from '../fraud-alert-rules.ts'
import { bureauRecipient } from '../recipients.ts'
import { identificationSentence } from './freeze.ts'
import { composeLetter, type Letter, type LetterContent, type LetterContext } from './letter.ts'
import { joinWithAnd } from './words.ts'

/** The request to one bureau; `phone` is the number that the alert shows lenders, null for none. */
type FraudAlertRequest = {
  alert: FraudAlert
  bureau: Bureau
  phone: string | null
  asksFile: boolean
}

const act = 'of the Fair Credit Reporting Act, 15 U.S.C.'

type Wording = Pick<LetterContent, 'subject' | 'opening'> & {
  /** The paragraph asking the bureau to refer the alert to the others. */
  refer: string
  /** How the letter requests a copy of the file, and how it asks about copies; null if the alert includes none. */
  file: { ask: string; tell: string } | null
}

const wordings: Readonly<Record<FraudAlert, (bureau: Bureau) => Wording>> = {
  initial: bureau => ({
    subject: 'Request for an initial fraud alert',
    opening: `I suspect in good faith that I have been or am about to become a victim of fraud or a related crime, including identity theft. Please include an initial fraud alert in my ${bureau} file for at least one year, under section 605A(a)(1) ${act} 1681c-1(a)(1).`,
    refer: '605A(a)(1)(B)',
    file: {
      ask: 'Please also send me the free copy of my file that section 605A(a)(2) provides with the alert.',
      tell: 'Please tell me how I can get the free copy of my file that section 605A(a)(2) provides with the alert.',
    },
  }),
  extended: bureau => ({
    subject: 'Request for an extended fraud alert',
    opening: `I am a victim of identity theft and enclose a copy of my identity theft report. Please include an extended fraud alert in my ${bureau} file for seven years, under section 605A(b)(1) ${act} 1681c-1(b)(1).`,
    refer: '605A(b)(1)(C)',
    file: {
      ask: 'Please also send me one of the two free copies of my file that section 605A(b)(2) provides within 12 months of the alert.',
      tell: 'Please tell me how I can get the two free copies of my file that section 605A(b)(2) provides within 12 months of the alert.',
    },
  }),
  active_duty: bureau => ({
    subject: 'Request for an active duty alert',
    opening: `I am an active duty military consumer as section 603(q)(1) of the Fair Credit Reporting Act defines it, assigned to service away from my usual duty station. Please include an active duty alert in my ${bureau} file for at least 12 months, under section 605A(c), 15 U.S.C. 1681c-1(c).`,
    refer: '605A(c)(3)',
    file: null,
  }),
}

/**
 * A user of a report with an alert must call the number, or verify the identity otherwise (15 U.S.C. 1681c-1(h)(1)(B),
 * (2)(B)).
 */
const phoneText = (phone: string): string =>
  `Please include this telephone number in the alert, for verifying my identity: ${showPhone(phone)}.`

/** The letter for an alert. */
export const fraudAlertLetter = (
  { alert, bureau, phone, asksFile }: FraudAlertRequest,
  context: LetterContext,
): Letter => {
  const { subject, opening, refer, file } = wordings[alert](bureau)
  const others = joinWithAnd(bureaus.filter(other => other !== bureau))
  const copies = file === null ? [] : [asksFile ? file.ask : file.tell]
  return composeLetter(
    bureauRecipient(bureau, alertAddresses[bureau]),
    {
      subject,
      opening,
      items: [],
      closing: [
        ...(phone === null ? [] : [phoneText(phone)]),
        `Please refer the alert to ${others}, as section ${refer} provides.`,
        ['Please confirm the alert in writing at the address above.', ...copies].join(' '),
        identificationSentence(context),
      ],
    },
    context,
  )
}
