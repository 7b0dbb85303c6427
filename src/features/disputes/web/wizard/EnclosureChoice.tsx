import { Link } from '@tanstack/react-router'
import type { Document } from '#features/documents/contract.ts'
import { type DocumentKind, documentKinds } from '#features/documents/upload-rules.ts'
import { Thumbnail } from '#features/documents/web/DocumentTable.tsx'
import { kindTexts } from '#features/documents/web/document-words.ts'
import { QuickUpload } from '#features/documents/web/QuickUpload.tsx'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import * as cardStyles from '#web/ui/Card.module.css'
import { Choice } from '#web/ui/Choice.tsx'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import * as fieldStyles from '#web/ui/Field.module.css'
import { FieldError } from '#web/ui/Field.tsx'
import { Skeleton } from '#web/ui/Loading.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { identificationKinds } from '../../cautions.ts'
import { newestOf } from '../../identification.ts'
import { maxDocuments } from '../../limits.ts'
import { controlId, problemAt, type WizardPage } from './StepLayout.tsx'
import * as wizardStyles from './wizard.module.css'

const about = { key: null, part: 'documents' } as const

type PageProps = { page: Pick<WizardPage, 'wizard' | 'answer'> }

type Props = PageProps & {
  /** Whether the answers are still there when the user returns from Documents. */
  keeps: boolean
  /** Kinds that can be added here, in addition to identification. */
  needs?: readonly DocumentKind[]
  /** Whether the letters require identification, as bureaus do; a company gets no more than it needs. */
  identifies?: boolean
}

/** Which of the user's documents are enclosed, and why bureaus require them. */
export const EnclosureChoice = ({ page, keeps, needs = [], identifies = true }: Props) => {
  const { data, error, isFetching, refetch } = useApiQuery(client.documents.list)
  const sentence = problemAt(page.wizard, about)
  return (
    <section
      className={`${cardStyles.card} ${layoutStyles.stackSmall}`}
      id={controlId(about)}
      tabIndex={-1}
      aria-labelledby="enclose"
      aria-busy={data === undefined && error === null}
    >
      <div>
        <h3 id="enclose">Copies to enclose</h3>
        <p className={textStyles.muted}>
          They become pages of each letter, up to {maxDocuments}. The originals stay with you.
        </p>
      </div>
      {sentence !== null && <FieldError id="documents-error" text={sentence} />}
      {error !== null && (
        <ErrorNote
          error={error}
          safe="You can go on and enclose copies by hand."
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      )}
      {data === undefined && error === null && <Skeleton height="6rem" />}
      {data !== undefined &&
        documentKinds
          .filter(kind => identifies || needs.includes(kind) || !identificationKinds.includes(kind))
          .map(kind => (
            <KindGroup
              key={kind}
              kind={kind}
              documents={data.data.filter(document => document.kind === kind)}
              wanted={[...identificationKinds, ...needs].includes(kind)}
              identifies={identifies && identificationKinds.includes(kind)}
              page={page}
            />
          ))}
      <UploadLink keeps={keeps} />
    </section>
  )
}

const UploadLink = ({ keeps }: Pick<Props, 'keeps'>) =>
  keeps ? (
    <p>
      <Link to="/documents">Upload another kind of document</Link>
      <span className={textStyles.muted}>. Your answers stay here.</span>
    </p>
  ) : (
    <p>
      <Link to="/documents" target="_blank">
        Upload another kind of document
      </Link>
      <span className={textStyles.muted}>. It opens in a new tab.</span>
    </p>
  )

type GroupProps = PageProps & {
  kind: DocumentKind
  documents: readonly Document[]
  wanted: boolean
  /** Whether it proves identity to a bureau. */
  identifies: boolean
}

/** The documents of one kind. Wanted ones can be added here; others are shown only if there are any. */
const KindGroup = ({ kind, documents, page, wanted, identifies }: GroupProps) => {
  const { label, why } = kindTexts[kind]
  if (documents.length === 0 && !wanted) return null
  const enclose = (documentId: string, on: boolean) => page.answer({ did: 'enclose', documentId, on })
  const suggested = wanted && identifies ? newestOf(kind, documents) : []
  const add = <QuickUpload kind={kind} onUploaded={({ id }) => enclose(id, true)} />
  return (
    <fieldset className={`${fieldStyles.options} ${wizardStyles.enclosures}`}>
      <legend>{label}</legend>
      <p className={textStyles.muted}>{why}</p>
      {documents.map(({ id, documentName }) => (
        <Choice
          key={id}
          type="checkbox"
          checked={page.wizard.documentIds.includes(id)}
          onChange={event => enclose(id, event.target.checked)}
          title={
            <span className={wizardStyles.document}>
              <Thumbnail documentId={id} />
              <b>{documentName}</b>
            </span>
          }
          hint={suggested.includes(id) && 'Suggested: your newest one. Uncheck it to leave it out.'}
        />
      ))}
      {wanted && documents.length === 0 && (
        <>
          <p className={textStyles.muted}>
            None uploaded yet.{identifies && ' Without it, a bureau may ask for it first or not act.'}
          </p>
          {add}
        </>
      )}
      {wanted && documents.length > 0 && <Disclosure summary={`Add another: ${label}`}>{add}</Disclosure>}
    </fieldset>
  )
}
