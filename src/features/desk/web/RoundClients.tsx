import * as staffStyles from '#features/staff/web/staff.module.css'
import { Pill } from '#web/ui/Pill.tsx'
import * as responsiveTableStyles from '#web/ui/ResponsiveTable.module.css'
import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { RoundDetails } from '../contract.ts'
import type { RoundClientState, RoundText } from '../round-rules.ts'
import { ClientHeader } from './ClientHeader.tsx'

export const stateWords: Readonly<Record<RoundClientState, string>> = {
  waiting: 'Being prepared',
  prepared: 'Prepared',
  skipped: 'Skipped',
  mailing: 'Being mailed',
  mailed: 'Mailed',
}

const tones = {
  waiting: 'grey',
  prepared: 'blue',
  skipped: 'amber',
  mailing: 'grey',
  mailed: 'green',
} as const satisfies Record<RoundClientState, string>

/** Why a client was not notified by text. */
const textWords: Readonly<Record<Exclude<RoundText, 'sent'>, string>> = {
  waiting: 'Being texted',
  no_consent: 'Not by text: does not agree to texts about letters',
  failed: 'Not by text: it could not be sent',
}

/** How a client was notified that letters wait. */
const ClientTold = ({ notified, text }: Pick<RoundDetails['clients'][number], 'notified' | 'text'>) => {
  const ways = [...(notified ? ['email'] : []), ...(text === 'sent' ? ['text'] : [])]
  return (
    <>
      {ways.length > 0 ? `By ${ways.join(' and ')}` : <span className={textStyles.muted}>No</span>}
      {!notified && <small className={textStyles.muted}>Does not agree to email notices</small>}
      {text !== null && text !== 'sent' && <small className={textStyles.muted}>{textWords[text]}</small>}
    </>
  )
}

/** The clients of a round: what was prepared, confirmed and mailed, or why nothing was. */
export const RoundClients = ({ clients, approval }: Pick<RoundDetails, 'clients' | 'approval'>) => (
  <div className={staffStyles.wide}>
    <ResponsiveTable headers={['Client', 'State', 'Letters', 'Client notified']} labelledBy="clients">
      {clients.map(client => {
        const { state, refusal, notified, text, letters } = client
        return (
          <tr key={client.clientId} role="row">
            <ClientHeader of={client} />
            <td role="cell" data-l="State" className={responsiveTableStyles.fullWidth}>
              {approval === 'waiting' ? (
                <Pill tone="amber">Waits for approval</Pill>
              ) : (
                <Pill tone={tones[state]}>{stateWords[state]}</Pill>
              )}
              {refusal !== null && <small className={textStyles.muted}>{refusal}</small>}
            </td>
            <td role="cell" data-l="Letters">
              {letters.prepared === 0
                ? 'None'
                : `${letters.confirmed} of ${letters.prepared} confirmed, ${letters.mailed} mailed`}
            </td>
            <td role="cell" data-l="Client notified">
              {letters.prepared === 0 ? (
                <span className={textStyles.muted}>{state === 'skipped' ? 'No' : 'Not yet'}</span>
              ) : (
                <ClientTold notified={notified} text={text} />
              )}
            </td>
          </tr>
        )
      })}
    </ResponsiveTable>
  </div>
)
