import type { ReactNode } from 'react'
import * as staffStyles from '#features/staff/web/staff.module.css'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { Note } from '#web/ui/Note.tsx'

type ShownOnceProps = { title: string; text: string; about: string; children: ReactNode }

/** A secret that no screen can show again. */
export const ShownOnce = ({ title, text, about, children }: ShownOnceProps) => (
  <Note tone="green" role="status" title={title}>
    <div className={layoutStyles.stackSmall}>
      <p>{children}</p>
      <code className={staffStyles.link}>{text}</code>
      <div>
        <CopyButton text={text} about={about} />
      </div>
    </div>
  </Note>
)
