import { contactParts } from '#client/screens/project/contact-links.ts'
import { readMarkdown } from '#rules/text/markdown.ts'
import { readInline } from '#rules/text/markdown-inline.ts'
import { row } from './row.ts'

// Parsers of the web apps.

const inline = ['a', ' ', '*', '**', '_', '`', '~~', '[', '](', '[a](', ')', '<', '>', 'https://', '"', '\\', '!', '.', '\n', '  \n']
const blocks = ['# ', '#', '# a', '```\n', '> ', '- ', '* ', '1. ', '---\n', '  ', '\t', '\r', '|', '|-|\n', '\\|']

const contact = ['a', '@', '.', ' ', '1', '+', '(', ')', '-', ',', 'a@', 'a@b.', '+7', '_']

export const webParsers = [
  row('markdown: blocks and text', [...inline, ...blocks], readMarkdown, [
    ['# a', ' ', 'b'],
    ['|a|b|\n|-|-|\n', '|\n', ''],
    ['', '|', '\n|-'],
    ['', 'a|', '\n-|'],
    ['', '[', ''],
    ['', '[](', ''],
    ['', '[](a', ' "b'],
    ['a', ' ', 'b'],
  ]),
  row('markdown: text', inline, readInline),
  row('links in a contact', contact, contactParts, [
    ['', 'a', ''],
    ['', '@.', ''],
  ]),
]
