import { useEffect, useState } from 'react'
import type { PagePicture } from '#features/documents/web/conversion/conversion.ts'
import { showDate } from '#values/dates.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import { Skeleton } from '#web/ui/Loading.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import * as tableStyles from '#web/ui/ResponsiveTable.module.css'
import { ResponsiveTable } from '#web/ui/ResponsiveTable.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { useFocusFallback } from '#web/ui/use-focus-fallback.ts'
import type { BureauReading, ReadingDoubt } from '../contract.ts'
import * as styles from './CheckReading.module.css'
import * as importStyles from './ImportOutcome.module.css'
import { NewFormatNote } from './NewFormatNote.tsx'
import { NewerPartQuestion } from './ReportFilePicker.tsx'
import { describeDoubt, describePlace, describeTotal, listPagesToDraw } from './reading-words.ts'
import type { OpenReading, ReportImport } from './use-report-import.ts'

type CheckReadingProps = { open: OpenReading; work: ReportImport }

/** What a file states and what was read: shown before a partial reading becomes the report, and later on request. */
export const CheckReading = ({ open, work }: CheckReadingProps) => {
  const { reading, isImported, file } = open
  const box = useFocusFallback()
  useEffect(() => box.current?.focus(), [box])
  const date = showDate(reading.reportDate)
  const isPartial = reading.verdict === 'partial'
  return (
    <div className={layoutStyles.stack} ref={box} tabIndex={-1}>
      <div>
        <h2>Check this reading</h2>
        <p className={textStyles.muted}>
          {[file.name, reading.formatName, date === null ? null : `report of ${date}`]
            .filter(part => part !== null)
            .join(' · ')}
        </p>
      </div>
      {(isPartial || reading.warnings.length > 0) && (
        <Note
          tone="amber"
          title={isPartial ? 'We could not read everything in this file' : 'What to know about this file'}
        >
          {!isImported && <p>Nothing was stored yet. Compare the numbers with your report, then decide.</p>}
          {reading.warnings.length > 0 && (
            <ul className={importStyles.bulleted}>
              {reading.warnings.map(({ code, message }) => (
                <li key={`${code} ${message}`}>{message}</li>
              ))}
            </ul>
          )}
        </Note>
      )}
      {reading.isNew && <NewFormatNote />}
      {reading.bureaus.length > 0 && <Totals bureaus={reading.bureaus} />}
      <Doubts bureaus={reading.bureaus} file={file} />
      {work.confirmError && <ErrorNote error={work.confirmError} />}
      {!isImported && <NewerPartQuestion work={work} />}
      <div className={layoutStyles.row} data-slot="actions">
        {isImported ? (
          <Button variant="primary" onClick={work.closeReading}>
            Back to Overview
          </Button>
        ) : (
          <>
            <Button
              variant="primary"
              busy={work.confirming}
              busyText="Importing your report..."
              onClick={work.confirm}
            >
              Use this report as it is
            </Button>
            <Button
              onClick={() => {
                work.closeReading()
                work.setChoosing(true)
              }}
            >
              Choose another file
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

const columns = [
  ['Accounts', 'accounts'],
  ['Inquiries', 'inquiries'],
  ['Public records', 'publicRecords'],
] as const

const Totals = ({ bureaus }: { bureaus: readonly BureauReading[] }) => (
  <section className={`${cardStyles.card} ${cardStyles.flush}`} aria-labelledby="totals">
    <header>
      <div>
        <h3 id="totals">How much we read</h3>
        <p>What we read, of what the file says it has.</p>
      </div>
    </header>
    <ResponsiveTable headers={['Bureau', ...columns.map(([name]) => name)]} labelledBy="totals">
      {bureaus.map(reading => (
        <tr key={reading.bureau} role="row">
          <th scope="row" role="rowheader" className={tableStyles.fullWidth}>
            <Bureau bureau={reading.bureau} />
          </th>
          {columns.map(([name, kind]) => {
            const { text, note, isOff } = describeTotal(reading, kind)
            return (
              <td key={name} role="cell" data-l={name} className={textStyles.number}>
                {text}{' '}
                {note !== null &&
                  (isOff ? (
                    <Pill tone="amber" icon="warn">
                      {note}
                    </Pill>
                  ) : (
                    <span className={textStyles.dim}>{note}</span>
                  ))}
              </td>
            )
          })}
        </tr>
      ))}
    </ResponsiveTable>
  </section>
)

/** This many are expanded; the others are collapsed. */
const mostOpen = 8

const Doubts = ({ bureaus, file }: { bureaus: readonly BureauReading[]; file: File }) => {
  const rows = bureaus.flatMap(({ bureau, doubts }) => doubts.map(doubt => ({ ...doubt, bureau })))
  const pages = usePagePictures(file, listPagesToDraw(rows))
  if (rows.length === 0) return null
  const list = (shown: typeof rows) => (
    <ul className={styles.doubts}>
      {shown.map((doubt, at) => (
        <li key={`${at} ${doubt.kind} ${doubt.about}`} className={styles.doubt}>
          <div>
            <div className={layoutStyles.row}>
              <b>{doubt.about ?? 'An entry without a name'}</b>
              <Bureau bureau={doubt.bureau} />
            </div>
            <p>{describeDoubt(doubt)}</p>
            <p className={textStyles.muted}>{describePlace(doubt)}</p>
          </div>
          <Place doubt={doubt} pages={pages} />
        </li>
      ))}
    </ul>
  )
  const more = rows.slice(mostOpen)
  return (
    <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`} aria-labelledby="doubts">
      <div className={cardStyles.header}>
        <div>
          <h3 id="doubts">What to compare with your report</h3>
          <p>What we were not sure of, and where it is in your file.</p>
        </div>
      </div>
      {list(rows.slice(0, mostOpen))}
      {more.length > 0 && <Disclosure summary={`${more.length} more`}>{list(more)}</Disclosure>}
    </section>
  )
}

type PlaceProps = { doubt: ReadingDoubt; pages: readonly ShownPage[] | null }

/** The part of the page with an entry; web pages are not rendered. */
const Place = ({ doubt: { place }, pages }: PlaceProps) => {
  if (place === null) return null
  if (pages === null) return <Skeleton height="8rem" />
  const page = pages.find(({ number }) => number === place.page)
  return page === undefined ? null : <PageStrip page={page} place={place} />
}

/** How much of the page is shown above and below the entry, in points. */
const around = 60

type PageStripProps = { page: ShownPage; place: NonNullable<ReadingDoubt['place']> }

/** The part of a page with an entry, which is marked. */
const PageStrip = ({ page: { url, width, height }, place }: PageStripProps) => {
  const top = Math.max(0, place.top - around)
  const bottom = Math.min(height, Math.max(place.bottom, place.top) + around)
  if (top >= bottom) return null
  const label = `Page ${place.page} of your file, with this entry marked`
  return (
    <div className={styles.strip} tabIndex={0} role="group" aria-label={label}>
      <svg viewBox={`0 ${top} ${width} ${bottom - top}`} role="img" aria-label={label}>
        <image href={url} width={width} height={height} />
        <rect
          className={styles.mark}
          x="8"
          y={place.top - 4}
          width={width - 16}
          height={Math.max(place.bottom - place.top, 8) + 8}
          rx="4"
        />
      </svg>
    </div>
  )
}

type ShownPage = Omit<PagePicture, 'picture'> & { url: string }

/** Pages of a chosen PDF, rendered in this browser; null while rendering. Pages that cannot be rendered are absent. */
const usePagePictures = (file: File, pages: readonly number[]): readonly ShownPage[] | null => {
  const [shown, setShown] = useState<readonly ShownPage[] | null>(null)
  const wanted = pages.join(' ')
  useEffect(() => {
    const urls: string[] = []
    let isWanted = true
    const draw = async () => {
      const { drawPages } = await import('#features/documents/web/conversion/conversion.ts')
      const drawn = await drawPages(file, wanted.split(' ').map(Number))
      if (!isWanted) return
      setShown(
        drawn.map(({ picture, ...page }) => {
          const url = URL.createObjectURL(picture)
          urls.push(url)
          return { ...page, url }
        }),
      )
    }
    if (wanted !== '')
      draw().catch((error: unknown) => {
        console.warn(error)
        if (isWanted) setShown([])
      })
    return () => {
      isWanted = false
      for (const url of urls) URL.revokeObjectURL(url)
    }
  }, [file, wanted])
  return wanted === '' ? [] : shown
}
