import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { usePermission } from '#features/identity/web/session.ts'
import { isBureau } from '#values/bureau.ts'
import { showDay } from '#values/dates.ts'
import { showPhone } from '#values/phone.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import { Button, buttonLook } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { freezeContacts } from '../../freeze-rules.ts'
import type { FreezeStatement, FreezeStatus } from '../../freezes/contract.ts'
import { describeLetter, describeSource, describeToday, stateNames } from '../../freezes/freeze-words.ts'
import {
  type FreezeAgency,
  type SpecialtyAgency,
  specialtyAgencyTable,
} from '../../freezes/specialty-agencies.ts'
import { today } from '../dispute-text.ts'
import * as styles from './freezes.module.css'
import { RemoveRecord } from './RecordFreeze.tsx'

type Props = { freeze: FreezeStatus; onRecord: () => void }

/** One bureau or agency: the state of its freeze with the source, requests by letter, and how to change it. */
export const FreezeCard = ({ freeze, onRecord }: Props) => {
  const { agency, history, letter } = freeze
  const barred = usePermission('assist')
  const { label, tone, meaning } = describeToday(freeze, today())
  const [latest] = history
  return (
    <li className={`${cardStyles.card} ${styles.freeze}`}>
      <div className={cardStyles.header}>
        <h4>{isBureau(agency) ? <Bureau bureau={agency} /> : agency}</h4>
        <Pill tone={tone} icon={label === 'Frozen' ? 'snow' : undefined}>
          {label}
        </Pill>
      </div>
      <p>{meaning}</p>
      {latest !== undefined && <p className={textStyles.muted}>{describeSource(latest)}</p>}
      {!isBureau(agency) && <Holds agency={agency} />}
      {letter !== null && (
        <Note
          tone="plain"
          icon="letter"
          action={
            <Link
              {...buttonLook({ size: 'small' })}
              to="/disputes/$disputeId"
              params={{ disputeId: letter.disputeId }}
              aria-label={`Open the letter to ${agency}`}
            >
              Open
            </Link>
          }
        >
          {describeLetter(letter, today())}
        </Note>
      )}
      <Reminder freeze={freeze} />
      <div className={styles.ways}>
        {barred === null && (
          <Button size="small" icon="edit" onClick={onRecord} aria-label={`Record the freeze at ${agency}`}>
            Record
          </Button>
        )}
        <Ways agency={agency} barred={barred !== null} />
      </div>
      <History freeze={freeze} />
    </li>
  )
}

const Holds = ({ agency }: { agency: SpecialtyAgency }) => {
  const { holds, basis, address } = specialtyAgencyTable[agency]
  return (
    <p className={textStyles.muted}>
      It holds {holds} {basis}
      {address === null && ' No source gives an address for letters, so ask online or by phone.'}
    </p>
  )
}

/** The fastest ways first; each names its agency. */
const Ways = ({ agency, barred }: { agency: FreezeAgency; barred: boolean }) => {
  const { web, phone } = isBureau(agency) ? freezeContacts[agency] : specialtyAgencyTable[agency].contact
  const small = buttonLook({ size: 'small' })
  return (
    <>
      <a
        {...small}
        href={web}
        target="_blank"
        rel="noreferrer"
        aria-label={`Freeze or lift online at ${agency}`}
      >
        Online
        <Icon name="ext" />
      </a>
      <a {...small} href={`tel:${phone}`} aria-label={`Call ${agency}, ${showPhone(phone)}`}>
        <Icon name="phone" />
        {showPhone(phone)}
      </a>
      {isBureau(agency) && !barred && (
        <Link
          {...small}
          to="/disputes/new/$type"
          params={{ type: 'freeze' }}
          search={{ bureaus: agency }}
          aria-label={`Write a letter to ${agency}`}
        >
          <Icon name="letter" />
          Letter
        </Link>
      )}
      {!isBureau(agency) && specialtyAgencyTable[agency].address !== null && !barred && (
        <Link
          {...small}
          to="/disputes/new/agency-freeze"
          search={{ agency }}
          aria-label={`Write a letter to ${agency}`}
        >
          <Icon name="letter" />
          Letter
        </Link>
      )}
    </>
  )
}

const Reminder = ({ freeze: { remindOn } }: { freeze: FreezeStatus }) => {
  if (remindOn === null) return null
  if (remindOn <= today())
    return (
      <Note tone="amber" icon="bell" title="You wanted to be reminded">
        {`On ${showDay(remindOn)}, to see to this freeze. Record what is true now.`}
      </Note>
    )
  return (
    <p className={textStyles.muted}>
      {`Reminder on ${showDay(remindOn)}, here and, if you agreed to notices by email, by email.`}
    </p>
  )
}

const History = ({ freeze: { agency, history } }: { freeze: FreezeStatus }) => {
  const [removing, setRemoving] = useState<FreezeStatement | null>(null)
  const barred = usePermission('assist')
  if (history.length === 0) return null
  return (
    <Disclosure summary={`History of ${agency}`}>
      <ul className={styles.history}>
        {history.map((said, nth) => (
          <li key={said.recordId ?? `${said.source} ${said.on} ${nth}`}>
            <b>{stateNames[said.state]}</b>
            <span>
              {describeSource(said)}
              {said.until !== null && ` To ${showDay(said.until)}.`}
            </span>
            {said.recordId !== null && barred === null && (
              <Button
                size="small"
                variant="quiet"
                onClick={() => setRemoving(said)}
                aria-label={`Remove the record of ${agency}: ${stateNames[said.state]}, ${showDay(said.on)}`}
              >
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
      {removing?.recordId != null && (
        <RemoveRecord agency={agency} recordId={removing.recordId} onClose={() => setRemoving(null)} />
      )}
    </Disclosure>
  )
}
