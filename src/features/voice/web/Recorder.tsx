import { useEffect, useReducer, useRef, useState } from 'react'
import { formatDuration } from '#web/duration.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { Note } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import { recordingFileName, reduceRecorder, statusText } from './recorder.ts'
import type { Answers } from './use-answers.ts'
import { useMicrophone } from './use-microphone.ts'
import * as voiceStyles from './voice.module.css'
import { voiceTexts } from './voice-texts.ts'

/** The bars of the level meter; those not measured yet are flat. */
const bars = Array.from({ length: 24 }, (_, at) => at)

/** Plays a recording before it is sent. */
const Listen = ({ audio }: { audio: Blob }) => {
  const player = useRef<HTMLAudioElement>(null)
  const [playing, setPlaying] = useState(false)
  useEffect(() => {
    const url = URL.createObjectURL(audio)
    if (player.current) player.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [audio])
  const toggle = () => {
    if (playing) player.current?.pause()
    else player.current?.play().catch(() => setPlaying(false))
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: the user's own voice, played back before it is sent. */}
      <audio
        ref={player}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setPlaying(false)}
      />
      <Button size="big" icon={playing ? 'stop' : 'play'} onClick={toggle}>
        {playing ? 'Pause' : 'Listen'}
      </Button>
    </>
  )
}

/** Records a question; the user can listen to it before sending it. Only the line of text is announced. */
export const SpokenQuestion = ({ answered, setProblem }: Pick<Answers, 'answered' | 'setProblem'>) => {
  const [state, dispatch] = useReducer(reduceRecorder, { is: 'idle' })
  const { canRecord, seconds, levels, start, stop, drop } = useMicrophone((audio, full) =>
    dispatch({ did: 'stop', audio, full }),
  )
  const row = useRef<HTMLDivElement>(null)
  const { is } = state
  useEffect(() => {
    if (is !== 'idle') row.current?.scrollIntoView({ block: 'nearest' })
  }, [is])
  if (!canRecord) return <Note tone="plain">{voiceTexts.noRecorder}</Note>

  const record = async () => {
    setProblem(null)
    if (await start()) dispatch({ did: 'start' })
    else setProblem(voiceTexts.noMicrophone)
  }
  const send = async () => {
    if (state.is !== 'ready') return
    if (state.audio.size === 0) return setProblem(voiceTexts.noAudio)
    const { type } = state.audio
    dispatch({ did: 'send' })
    const file = new File([state.audio], recordingFileName(type), { type })
    dispatch({ did: (await answered('[Audio message]', { file })) ? 'answered' : 'fail' })
  }
  const cancel = () => {
    drop()
    setProblem(null)
    dispatch({ did: 'cancel' })
    row.current?.querySelector('button')?.focus()
  }
  return (
    <div className={voiceStyles.recorder} data-state={is}>
      <span className={voiceStyles.orb} aria-hidden="true">
        <Icon name="mic" />
      </span>
      {is !== 'idle' && (
        <>
          <p className={voiceStyles.time} role="timer" aria-label="Length of the recording">
            {formatDuration(seconds)}
          </p>
          <div className={voiceStyles.wave} aria-hidden="true">
            {bars.map(at => (
              <i
                key={at}
                style={{ blockSize: `${4 + 4 * (levels[levels.length - bars.length + at] ?? 0)}px` }}
              />
            ))}
          </div>
        </>
      )}
      <p className={textStyles.muted} role="status">
        {statusText(state, seconds)}
      </p>
      <div className={`${layoutStyles.row} ${voiceStyles.controls}`} ref={row}>
        {/* One button through all states, so that it keeps the focus. */}
        {is === 'idle' ? (
          <Button size="big" variant="primary" icon="mic" onClick={() => void record()}>
            Start Recording
          </Button>
        ) : is === 'recording' ? (
          <Button size="big" variant="danger" icon="stop" onClick={() => stop()}>
            Stop Recording
          </Button>
        ) : (
          <Button
            size="big"
            variant="primary"
            icon="send"
            busy={is === 'sending'}
            busyText="Processing..."
            onClick={() => void send()}
          >
            Send Audio
          </Button>
        )}
        {state.is === 'ready' && <Listen audio={state.audio} />}
        {(is === 'recording' || is === 'ready') && (
          <Button size="big" variant="quiet" onClick={cancel}>
            Cancel
          </Button>
        )}
      </div>
    </div>
  )
}
