import { useEffect, useState } from 'react'
import { Button } from './Button.tsx'
import * as textStyles from './text.module.css'

/** How long 'Copied!' stays. */
const copiedMs = 2000

const words = { idle: 'Copy', copied: 'Copied!', failed: 'Copy failed' } as const

/** Copies a text and confirms it. `about` names the text if a page has several. */
export const CopyButton = ({ text, about }: { text: string; about?: string }) => {
  const [state, setState] = useState<keyof typeof words>('idle')
  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), copiedMs)
    return () => clearTimeout(timer)
  }, [state])
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('failed'),
    )
  return (
    <Button icon="copy" onClick={copy}>
      <span aria-live="polite">{words[state]}</span>
      {about !== undefined && <span className={textStyles.visuallyHidden}> {about}</span>}
    </Button>
  )
}
