import { Link, useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Document } from '#features/documents/contract.ts'
import { QuickUpload } from '#features/documents/web/QuickUpload.tsx'
import { usePermission } from '#features/identity/web/session.ts'
import { showDay } from '#values/dates.ts'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { isOffered } from '#web/capabilities.ts'
import { client } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Skeleton } from '#web/ui/Loading.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { AnswerLetterReading, UnreadReason } from '../../answers/answer-letter-contract.ts'
import { readsResultLettersOnly } from '../../answers/unread-words.ts'
import { isDisputeOfItems } from '../../complaint/complaint-opening.ts'
import type { Dispute } from '../../dispute-contract.ts'
import { BackToDispute, DisputePlaceholder, isNoDispute } from '../dispute/PageOfDispute.tsx'
import * as wizardStyles from '../wizard/wizard.module.css'
import * as answerStyles from './answer.module.css'
import { ProposedAnswer } from './ProposedAnswer.tsx'

/** Adds a bureau's answer letter to a dispute, and records its answers, item by item. */
export const AnswerLetterScreen = () => {
  const { disputeId = '' } = useParams({ strict: false })
  const query = useApiQuery(client.disputes.one, { disputeId })
  const back = <BackToDispute disputeId={disputeId} />
  if (query.data === undefined || isNoDispute(query.error))
    return <DisputePlaceholder query={query} what="your dispute" back={back} />
  const dispute = query.data
  return (
    <div className={wizardStyles.wizard}>
      <div className={layoutStyles.stackSmall}>
        {back}
        <h2>Add the answer letter</h2>
        <p>
          <b>{dispute.title}</b>
        </p>
        <p className={textStyles.muted}>
          Add the letter in which the bureau tells its result. We look for your items in it and propose what
          it says. Nothing is recorded until you confirm it.
        </p>
      </div>
      <AnswerLetter dispute={dispute} />
    </div>
  )
}

const isPdf = ({ name, type }: File): boolean => type === 'application/pdf' || /\.pdf$/i.test(name)

const AnswerLetter = ({ dispute }: { dispute: Dispute }) => {
  const barred = usePermission('assist')
  const [documents, setDocuments] = useState<readonly Document[]>([])
  const { mutate, data: reading, isPending, error, submittedAt } = useApiMutation(client.disputes.readAnswer)
  if (barred !== null || dispute.awaitingAttestation || !isDisputeOfItems(dispute))
    return (
      <Note tone="sand" title="No answer can be recorded now">
        {barred ??
          (dispute.awaitingAttestation
            ? 'Confirm the letters of this dispute first.'
            : `${readsResultLettersOnly} Record this answer on the dispute’s page.`)}
      </Note>
    )
  const choose = (file: File) => {
    if (!isPdf(file)) return
    // A PDF is a whole letter, but a photo may be its next page.
    setDocuments([])
    mutate({ disputeId: dispute.id, file })
  }
  const pages = { disputeId: dispute.id, documentIds: documents.slice(0, 10).map(({ id }) => id) }
  const mayReadPictures = isOffered('pictureText') && documents.length > 0 && reading?.kind !== 'read'
  return (
    <div className={documents.length > 0 ? layoutStyles.grid2 : undefined}>
      <div className={layoutStyles.stack}>
        <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`} aria-label="The answer letter">
          <QuickUpload
            kind="bureau_reply"
            onChosen={choose}
            onUploaded={document => setDocuments(before => [...before, document])}
          />
          {documents.length > 0 && reading === undefined && (
            <p className={textStyles.muted}>Add the photos of further pages one after the other.</p>
          )}
          {mayReadPictures && !isPending && (
            <div className={layoutStyles.stackSmall}>
              <p className={textStyles.muted}>
                To read a photo, the pictures of your letter, with all that is printed on them, are sent to a
                service that turns pictures into text. You can record the answers without it.
              </p>
              <p>
                <Button onClick={() => mutate(pages)}>
                  {documents.length === 1 ? 'Read the photo' : `Read the ${documents.length} photos`}
                </Button>
              </p>
            </div>
          )}
          {isPending && <p role="status">Reading the letter...</p>}
          {error !== null && <ErrorNote error={error} safe="Nothing is recorded." />}
          {reading !== undefined && <WhatWasRead reading={reading} isKept={documents.length > 0} />}
        </section>
        {(documents.length > 0 || reading !== undefined) && !isPending && (
          <Answers
            key={submittedAt}
            dispute={dispute}
            reading={reading ?? null}
            documentId={documents[0]?.id ?? null}
          />
        )}
      </div>
      {documents.length > 0 && <LetterPictures documents={documents} />}
    </div>
  )
}

const notices = {
  frivolous: 'The bureau calls your dispute frivolous or irrelevant.',
  third_party: 'The bureau says that someone else sent your letter.',
  identity: 'The bureau asks for proof of who you are, or did not find your file.',
} as const

/** Reasons why a letter belongs to another dispute or person. */
const foreign: readonly string[] = ['other_person', 'other_bureau', 'earlier'] satisfies UnreadReason[]

type ReadProps = { reading: AnswerLetterReading; isKept: boolean }

const WhatWasRead = ({ reading, isKept }: ReadProps) => {
  if (reading.kind === 'unread')
    return (
      <Note tone="amber" title="No proposal from this letter" role="status">
        {reading.message}
        {isKept && foreign.includes(reading.reason) && (
          <>
            {' '}
            The file is kept in <Link to="/documents">Documents</Link>. Delete it there if it does not belong
            to this dispute.
          </>
        )}
      </Note>
    )
  const { bureau, on, notice, items } = reading
  const proposed = items.filter(({ outcome }) => outcome !== null).length
  return (
    <Note tone="blue" title={`A letter of ${bureau}${on === null ? '' : `, ${showDay(on)}`}`} role="status">
      {notice !== null && `${notices[notice]} `}
      {proposed === 0
        ? 'It does not say in words that we know what came of your items. Choose it yourself below.'
        : `We propose ${proposed === 1 ? 'one answer' : `${proposed} answers`}. Compare each with your letter before you confirm it.`}
    </Note>
  )
}

type AnswersProps = { dispute: Dispute; reading: AnswerLetterReading | null; documentId: string | null }

/** The items that a letter is about, or without a letter that could be read, every item without an answer. */
const Answers = ({ dispute, reading, documentId }: AnswersProps) => {
  const read = reading?.kind === 'read' ? reading : null
  const [waiting] = useState(() =>
    dispute.items.flatMap(({ id, bureaus, answers }) =>
      bureaus
        .filter(bureau =>
          read === null ? answers.every(answer => answer.bureau !== bureau) : bureau === read.bureau,
        )
        .map(bureau => ({ id, bureau })),
    ),
  )
  if (waiting.length === 0)
    return <Note tone="green" title="Every answer of this dispute is recorded" role="status" />
  return waiting.flatMap(({ id, bureau }) => {
    const item = dispute.items.find(one => one.id === id)
    const proposal = read?.items.find(({ itemId }) => itemId === id) ?? null
    return item === undefined
      ? []
      : [
          <ProposedAnswer
            key={`${id} ${bureau}`}
            disputeId={dispute.id}
            item={item}
            bureau={bureau}
            proposal={proposal}
            on={read?.on ?? ''}
            documentId={documentId}
          />,
        ]
  })
}

/** The pages of the answer letter, for reading next to the answers. */
const LetterPictures = ({ documents }: { documents: readonly Document[] }) => (
  <section
    className={`${cardStyles.card} ${layoutStyles.stackSmall} ${answerStyles.letter}`}
    aria-labelledby="letter-pages"
  >
    <h3 id="letter-pages">Your letter</h3>
    <ul className={answerStyles.pages}>
      {documents.map(document => (
        <li key={document.id}>
          <LetterPicture document={document} />
        </li>
      ))}
    </ul>
  </section>
)

const LetterPicture = ({ document: { id, documentName } }: { document: Document }) => {
  const picture = useRef<HTMLImageElement>(null)
  const { data, error, isFetching, refetch } = useApiQuery(
    client.documents.download,
    { documentId: id },
    { staleTime: Number.POSITIVE_INFINITY },
  )
  useEffect(() => {
    if (!data || !picture.current) return
    const url = URL.createObjectURL(data)
    picture.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [data])
  if (error !== null) return <ErrorCard error={error} onRetry={() => void refetch()} busy={isFetching} />
  return data === undefined ? <Skeleton height="24rem" /> : <img ref={picture} alt={documentName} />
}
