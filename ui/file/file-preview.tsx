import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { File as StoredFile } from '#contract/project.ts'
import { beginning } from '#rules/text/text.ts'
import { tellError } from '#ui/act/act.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { lazy } from '#ui/lazy.tsx'
import { download } from '#ui/server/api.ts'
import { w } from '#ui/shared-texts.ts'
import { Failed, Loading } from '#ui/states.tsx'
import { size } from '#ui/time/format.ts'
import { useCategories } from './categories.ts'
import { describe, isLarge, kindOf, type PreviewKind, saveFile } from './stored-file.ts'
import './files.css'

const Markdown = lazy(async () => (await import('#ui/markdown.tsx')).Markdown)

// Untrusted text: the first part is shown, the rest on request, and never more than can be laid out in a moment.
const FIRST_CHARACTERS = 50_000
const MOST_BYTES = 1_000_000

type Loaded = { file: StoredFile; kind: PreviewKind; address: string; text: string } | { file: StoredFile; error: unknown } | null

async function textOf(bytes: Blob): Promise<string> {
  const shown = await bytes.slice(0, MOST_BYTES).arrayBuffer()
  return new TextDecoder().decode(shown, { stream: bytes.size > MOST_BYTES }) // without a character that is cut
}

async function load(file: StoredFile, signal: AbortSignal): Promise<Loaded> {
  const kind = kindOf(file)
  if (kind === null) return null
  const bytes = await download(file.url, signal)
  if (kind === 'text' || kind === 'markdown') return { file, kind, address: '', text: await textOf(bytes) }
  // Only the type that the server detected: HTML in a blob URL would run with this app's origin.
  return { file, kind, address: URL.createObjectURL(new Blob([bytes], { type: file.mime })), text: '' }
}

type Shown = Exclude<Loaded, { error: unknown } | null>

function Content({ loaded }: { loaded: Shown }) {
  const { file, kind, address } = loaded
  if (kind === 'image') return <img class="preview-image" src={address} alt={file.name} />
  if (kind === 'pdf') return <iframe class="preview-frame" src={address} title={file.name} />
  return <TextContent loaded={loaded} />
}

function TextContent({ loaded: { file, kind, text } }: { loaded: Shown }) {
  const [isWhole, setIsWhole] = useState(text.length <= FIRST_CHARACTERS)
  const content = useRef<HTMLDivElement>(null)
  const showAll = () => {
    setIsWhole(true)
    content.current?.focus() // the button disappears
  }
  const shown = isWhole ? text : beginning(text, FIRST_CHARACTERS)
  return (
    <>
      {!isWhole && <Ask text={w('previewCut')} button={w('showAnyway')} onClick={showAll} />}
      <div ref={content} tabIndex={-1}>
        {kind === 'markdown' ? (
          <Markdown text={shown} />
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable by keyboard
          <pre class="preview-text" dir="auto" tabIndex={0}>
            {shown}
          </pre>
        )}
      </div>
      {isWhole && file.size > MOST_BYTES && <p class="soft">{w('previewEnds')}</p>}
    </>
  )
}

const Ask = ({ text, button, onClick }: { text: string; button: string; onClick(): void }) => (
  <div class="spread">
    <p class="soft">{text}</p>
    <Button onClick={onClick}>{button}</Button>
  </div>
)

type ContentProps = {
  file: StoredFile
  isAutomatic?: boolean // opened without a click: a large file is then not loaded
}

/** Preview of a stored file: images, text, and PDF if the browser has a viewer; other types can only be downloaded. */
export function FileContent({ file, isAutomatic = false }: ContentProps) {
  const [isWanted, setIsWanted] = useState(false)
  if (kindOf(file) === null) return <p>{w('noPreview')}</p>
  if (isAutomatic && !isWanted && isLarge(file))
    return <Ask text={w('largeFile', { size: size(file.size) })} button={w('showPreview')} onClick={() => setIsWanted(true)} />
  return <LoadedContent file={file} />
}

function LoadedContent({ file }: { file: StoredFile }) {
  const [loaded, setLoaded] = useState<Loaded>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    setLoaded(null)
    const stop = new AbortController()
    let address = ''
    load(file, stop.signal).then(
      (found) => {
        if (found && 'address' in found) address = found.address
        if (stop.signal.aborted) URL.revokeObjectURL(address)
        else setLoaded(found)
      },
      (error) => !stop.signal.aborted && setLoaded({ file, error }),
    )
    return () => {
      stop.abort()
      URL.revokeObjectURL(address)
    }
  }, [file.id, file.version, attempt])
  if (loaded === null || loaded.file.id !== file.id || loaded.file.version !== file.version) return <Loading lines={4} />
  if ('error' in loaded) return <Failed error={loaded.error} onRetry={() => setAttempt(attempt + 1)} />
  return <Content loaded={loaded} />
}

/** The preview in a dialog. */
export function FilePreview({ file, onClose }: { file: StoredFile | null; onClose(): void }) {
  const translated = useCategories(file?.category != null)
  return (
    <Dialog title={file?.name ?? ''} isOpen={file !== null} onClose={onClose} footer={file && <DownloadButton file={file} look="main" />}>
      {file && (
        <>
          <p class="soft">{describe(translated(file))}</p>
          <FileContent file={file} />
        </>
      )}
    </Dialog>
  )
}

export function DownloadButton({ file, look = 'soft' }: { file: StoredFile; look?: 'main' | 'soft' }) {
  const [isBusy, setIsBusy] = useState(false)
  const run = () => {
    setIsBusy(true)
    saveFile(file)
      .catch(tellError)
      .finally(() => setIsBusy(false))
  }
  return (
    <Button look={look} icon="download" isBusy={isBusy} onClick={run}>
      {w('download')}
    </Button>
  )
}

type ListProps = {
  files: StoredFile[]
  label: string // for screen readers
  /** Buttons at the end of a row. */
  actions?: (file: StoredFile) => ComponentChildren
}

/** Files as rows; a click opens the preview. */
export function FileList({ files, label, actions }: ListProps) {
  const translated = useCategories(files.some(({ category }) => category !== null))
  const [open, setOpen] = useState<StoredFile | null>(null)
  return (
    <>
      <ul class="rows" aria-label={label}>
        {files.map((file) => (
          <li key={file.id} class="file-row">
            <button type="button" class="rows-item" onClick={() => setOpen(file)}>
              <Icon name="file" />
              <span>
                <bdi class="file-name">{file.name}</bdi>
                <small>{describe(translated(file))}</small>
              </span>
            </button>
            {actions?.(file)}
          </li>
        ))}
      </ul>
      <FilePreview file={open} onClose={() => setOpen(null)} />
    </>
  )
}
