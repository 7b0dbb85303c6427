import { useParams } from '@tanstack/react-router'
import {
  complaintAttestation,
  complaintNotice,
  complaintPage,
  complaintRule,
} from '#features/legal/cfpb-complaint.ts'
import { showDay } from '#values/dates.ts'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import { Button, buttonLook } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { downloadBlob } from '#web/ui/download-blob.ts'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { Complaint } from '../../dispute-contract.ts'
import { complaintFileName } from '../../file-names.ts'
import { BackToDispute, DisputePlaceholder, isNoDispute } from '../dispute/PageOfDispute.tsx'
import { isSandboxMail } from '../letters/letter-state.ts'
import * as wizardStyles from '../wizard/wizard.module.css'
import * as complaintStyles from './complaint.module.css'

type AtBureau = Complaint['bureaus'][number]

/** What a complaint to the CFPB about each bureau of a dispute needs, and when it may be filed. */
export const ComplaintScreen = () => {
  const { disputeId = '' } = useParams({ strict: false })
  const query = useApiQuery(client.disputes.complaint, { disputeId }, { staleTime: 0 })
  const dispute = useApiQuery(client.disputes.one, { disputeId })
  const back = <BackToDispute disputeId={disputeId} />
  if (query.data === undefined || isNoDispute(query.error))
    return <DisputePlaceholder query={query} what="your complaint" back={back} />
  const { bureaus } = query.data
  return (
    <div className={wizardStyles.wizard}>
      <div className={layoutStyles.stackSmall}>
        {back}
        <h2>Complaint to the CFPB</h2>
        {dispute.data !== undefined && (
          <p>
            <b>{dispute.data.title}</b>
          </p>
        )}
        <p className={textStyles.muted}>
          You can complain to the Consumer Financial Protection Bureau (CFPB) about a credit bureau, at no
          cost. {complaintRule} We prepare the text and the papers; you file them yourself.
        </p>
        <p>
          <a href={complaintNotice} target="_blank" rel="noreferrer">
            What the CFPB asks before a complaint about a bureau
          </a>
        </p>
      </div>
      {dispute.data !== undefined && isSandboxMail(dispute.data.letters) && (
        <Note tone="amber" title="Your report is invented">
          Read what a complaint would hold, but do not file it.
        </Note>
      )}
      {bureaus.length === 0 ? (
        <Note tone="sand" title="These letters dispute nothing in a credit file">
          The rule about disputes is not about them. You can complain about how a bureau handled them at any
          time.
        </Note>
      ) : (
        bureaus.map(one => <BureauCard key={one.bureau} complaint={one} disputeId={disputeId} />)
      )}
      {bureaus.some(({ available }) => available) && <HowToFile />}
    </div>
  )
}

const openOn = ({ available, opensOn, estimated }: AtBureau): string => {
  if (available) return 'You can file now'
  if (opensOn === null) return 'Not yet'
  return `From ${showDay(opensOn)}${estimated ? ' (estimate)' : ''}`
}

const BureauCard = ({ complaint, disputeId }: { complaint: AtBureau; disputeId: string }) => {
  const { bureau, available, text, summary, resolution, enclosures } = complaint
  const heading = `complaint-${bureau}`
  return (
    <section className={`${cardStyles.card} ${layoutStyles.stack}`} aria-labelledby={heading}>
      <div className={layoutStyles.stackSmall}>
        <div className={`${layoutStyles.row} ${layoutStyles.spread}`}>
          <h3 id={heading}>
            <Bureau bureau={bureau} />
          </h3>
          <Pill tone={available ? 'green' : 'line'}>{openOn(complaint)}</Pill>
        </div>
        <p>{text}</p>
      </div>
      {summary !== null && resolution !== null && (
        <>
          <PasteText title="What happened" text={summary} bureau={bureau} />
          <PasteText title="What would be a fair resolution" text={resolution} bureau={bureau} />
          <Enclosures bureau={bureau} disputeId={disputeId} names={enclosures} />
        </>
      )}
    </section>
  )
}

type PasteProps = { title: string; text: string; bureau: string }

/** A text for one field of the form, to read and copy. */
const PasteText = ({ title, text, bureau }: PasteProps) => (
  <div className={layoutStyles.stackSmall}>
    <div className={`${layoutStyles.row} ${layoutStyles.spread}`}>
      <h4>{title}</h4>
      <CopyButton text={text} about={`“${title}” about ${bureau}`} />
    </div>
    <div className={complaintStyles.paste}>
      {text.split('\n\n').map(paragraph => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  </div>
)

type EnclosuresProps = { bureau: AtBureau['bureau']; disputeId: string; names: readonly string[] }

const Enclosures = ({ bureau, disputeId, names }: EnclosuresProps) => {
  const { mutate, isPending, error } = useApiMutation(client.disputes.complaintPdf, {
    onDone: pdf => downloadBlob(pdf, complaintFileName(bureau, disputeId)),
  })
  return (
    <div className={layoutStyles.stackSmall}>
      <div className={`${layoutStyles.row} ${layoutStyles.spread}`}>
        <h4>Papers to attach</h4>
        <Button
          icon="download"
          busy={isPending}
          onClick={() => mutate({ disputeId, bureau })}
          aria-label={`Download the papers about ${bureau} as PDF`}
        >
          PDF
        </Button>
      </div>
      <ul className={complaintStyles.papers}>
        <li>Summary and index</li>
        {names.map(name => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <p className={textStyles.muted}>
        The letters show your address, your date of birth and the last four digits of your Social Security
        number. The CFPB passes a complaint on to the company.
      </p>
      {error !== null && <ErrorNote error={error} safe="Nothing was filed." />}
    </div>
  )
}

/** Where to file, and what the user declares by filing. */
const HowToFile = () => (
  <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`} aria-labelledby="how-to-file">
    <h3 id="how-to-file">File it yourself</h3>
    <ol className={complaintStyles.steps}>
      <li>Read the text. Change what you would say otherwise, and leave out what is not so.</li>
      <li>
        Open the form, choose credit reporting and the bureau, and paste the texts. The form asks to leave
        names, contact details, account numbers and your Social Security number out of them.
      </li>
      <li>Attach the PDF.</li>
      <li>Confirm what the form asks: {complaintAttestation}.</li>
    </ol>
    <p>
      <a {...buttonLook({ variant: 'primary' })} href={complaintPage} target="_blank" rel="noreferrer">
        Open the CFPB’s form
      </a>
    </p>
  </section>
)
