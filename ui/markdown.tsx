import { type ComponentChildren, type ComponentType, createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { type Block, readMarkdown } from '#rules/text/markdown.ts'
import type { Inline } from '#rules/text/markdown-inline.ts'
import { kindOf } from './file/stored-file.ts'

// Renders Markdown as elements, never by innerHTML.

/** Pictures that a text may show, by name: the project's own files. */
export type OwnFile = { name: string; url: string; mime: string; size: number }
const Pictures = createContext<readonly OwnFile[]>([])

type AnchorProps = { href: string; children: ComponentChildren }
/** How a link is rendered. */
export const Anchor = createContext<ComponentType<AnchorProps>>(({ href, children }) => (
  <a href={href} target="_blank" rel="noopener noreferrer nofollow">
    {children}
  </a>
))

function Link(props: AnchorProps) {
  const Chosen = useContext(Anchor)
  return <Chosen {...props} />
}

function Picture({ name, alt }: { name: string; alt: string }) {
  const file = useContext(Pictures).find((one) => one.name === decoded(name) && kindOf(one) === 'image')
  return file ? <img src={file.url} alt={alt} loading="lazy" /> : alt
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

function inlines(parts: Inline[]): ComponentChildren {
  return parts.map((part, index) => {
    if (typeof part === 'string') return part
    switch (part.type) {
      case 'code':
        return <code key={index}>{part.text}</code>
      case 'break':
        return <br key={index} />
      case 'mention':
        return (
          <span key={index} class="mention" title={`@${part.login}`}>
            @{part.name}
          </span>
        )
      case 'picture':
        return <Picture key={index} name={part.file} alt={part.alt} />
      case 'link':
        return (
          <Link key={index} href={part.href}>
            {inlines(part.inside)}
          </Link>
        )
      default: {
        const Mark = part.type
        return <Mark key={index}>{inlines(part.inside)}</Mark>
      }
    }
  })
}

function block(part: Block, index: number): ComponentChildren {
  switch (part.type) {
    case 'heading': {
      const Heading = `h${part.level}` as 'h3' | 'h4' | 'h5'
      return <Heading key={index}>{inlines(part.inside)}</Heading>
    }
    case 'paragraph':
      return <p key={index}>{inlines(part.inside)}</p>
    case 'quote':
      return <blockquote key={index}>{blocks(part.inside)}</blockquote>
    case 'code':
      return (
        <pre key={index}>
          <code>{part.text}</code>
        </pre>
      )
    case 'rule':
      return <hr key={index} />
    case 'table':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the keyboard
        <div class="table-frame" key={index} tabIndex={0}>
          <table>
            <thead>
              <tr>
                {part.head.map((cell, column) => (
                  <th key={column} scope="col">
                    {inlines(cell)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {part.rows.map((row, line) => (
                <tr key={line}>
                  {row.map((cell, column) => (
                    <td key={column}>{inlines(cell)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )
    case 'list': {
      const items = part.items.map((item, itemIndex) => (
        <li key={itemIndex}>{item.length === 1 && item[0]!.type === 'paragraph' ? inlines(item[0]!.inside) : blocks(item)}</li>
      ))
      return part.isOrdered ? (
        <ol key={index} start={part.start}>
          {items}
        </ol>
      ) : (
        <ul key={index}>{items}</ul>
      )
    }
  }
}

// The screen uses h1 and h2: headings start at h3 and never skip a level (accessibility).
function levelled(parts: Block[]): Block[] {
  const used = [...new Set(parts.flatMap((part) => (part.type === 'heading' ? part.level : [])))].sort()
  let last = 2
  return parts.map((part) => {
    if (part.type !== 'heading') return part
    last = Math.min(3 + used.indexOf(part.level), last + 1, 5)
    return { ...part, level: last }
  })
}

const blocks = (parts: Block[]): ComponentChildren => levelled(parts).map(block)

type Props = { text: string; language?: string; files?: readonly OwnFile[]; parse?: typeof readMarkdown }

export const Markdown = ({ text, language, files = [], parse = readMarkdown }: Props) => (
  <Pictures.Provider value={files}>
    <div class="prose" lang={language} dir="auto">
      {blocks(parse(text))}
    </div>
  </Pictures.Provider>
)
