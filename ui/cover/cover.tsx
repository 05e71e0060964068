import { signal } from '@preact/signals'
import { useMemo, useState } from 'preact/hooks'
import type { Project } from '#contract/project.ts'
import './cover.css'

// The cover of a project, 16:9: the uploaded picture above a blurred preview, or the generated one.

type Art = typeof import('./cover-art.ts')
const art = signal<Art | null>(null)
let isLoading = false
async function loadArt(): Promise<void> {
  if (isLoading || art.peek() !== null) return
  isLoading = true
  try {
    art.value = await import('./cover-art.ts')
  } catch {
    // Offline, or a new release: the next cover tries again.
  }
  isLoading = false
}

// How wide the picture is shown, as the `sizes` of an image.
const widths = {
  small: '(min-width: 40rem) 18rem, 80vw',
  card: '(min-width: 64rem) 24rem, (min-width: 40rem) 46vw, 92vw',
  wide: '(min-width: 64rem) 60rem, 100vw',
}

type Props = {
  project: Pick<Project, 'slug'> & Partial<Pick<Project, 'cover'>> // data saved by an older version has no cover
  /** English names; null while they are not known, since the generated cover depends on them. */
  tags: readonly string[] | null
  size: keyof typeof widths
  /** Above the fold: loaded at once. */
  eager?: boolean
}

export function Cover({ project: { slug, cover = null }, tags, size, eager = false }: Props) {
  const [broken, setBroken] = useState<string | null>(null)
  void loadArt()
  const picture = cover && cover.url !== broken ? cover : null
  const drawn = useMemo(
    () => (picture === null && tags !== null ? art.value?.generatedCover(slug, tags) : undefined),
    [art.value, picture === null, slug, tags?.join()],
  )
  const blur = useMemo(() => picture && art.value?.blurOf(picture.thumbHash), [art.value, picture?.thumbHash])
  if (picture === null) return <span class="cover">{drawn}</span>
  const { url, width, height, alt, sources } = picture
  const set = (format: 'avif' | 'webp' | 'jpeg') => sources.map((source) => `${source[format]} ${source.width}w`).join(', ')
  return (
    <picture class="cover" style={{ backgroundImage: blur ?? '' }}>
      {sources.length > 0 && <source type="image/avif" srcset={set('avif')} sizes={widths[size]} />}
      {sources.length > 0 && <source type="image/webp" srcset={set('webp')} sizes={widths[size]} />}
      <img
        src={url}
        srcset={set('jpeg') || undefined}
        sizes={widths[size]}
        width={width}
        height={height}
        alt={alt}
        loading={eager ? 'eager' : 'lazy'}
        fetchpriority={eager ? 'high' : 'auto'}
        decoding="async"
        draggable={false}
        onError={() => setBroken(url)}
      />
    </picture>
  )
}
