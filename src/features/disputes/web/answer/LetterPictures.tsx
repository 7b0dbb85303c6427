import { useEffect, useRef } from 'react'
import type { Document } from '#features/documents/contract.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import * as cardStyles from '#web/ui/Card.module.css'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { Skeleton } from '#web/ui/Loading.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import * as answerStyles from './answer.module.css'

/** The pages of the answer letter, for reading next to the answers. */
export const LetterPictures = ({ documents }: { documents: readonly Document[] }) => (
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
