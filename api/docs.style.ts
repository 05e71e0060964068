export const docsStyle = `
:root{--ink:#1c2321;--soft:#5a6662;--paper:#fbfaf7;--card:#fff;--line:#dedcd3;--accent:#0b6e5c;--post:#8a4b08;color-scheme:light dark}
@media (prefers-color-scheme:dark){:root{--ink:#e8ebe8;--soft:#a3aeaa;--paper:#141918;--card:#1b2220;--line:#303a37;--accent:#6fd3bd;--post:#f0b46c}}
*{box-sizing:border-box}
html{scroll-behavior:smooth;scroll-padding-top:1rem}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
body{margin:0 auto;max-width:72rem;padding:1.5rem 1.25rem 6rem;font:1rem/1.6 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
h1{font-size:2rem;line-height:1.2;margin:.2em 0 .4em;letter-spacing:-.02em}
h2{margin:2.5em 0 .6em;font-size:1.4rem;border-bottom:1px solid var(--line);padding-bottom:.3em}
h3{font-size:1.05rem;margin:0 0 .5em;overflow-wrap:anywhere}
h4{font-size:.85rem;margin:1em 0 .3em;color:var(--soft);font-weight:600}
a{color:var(--accent)}
a:focus-visible,pre:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
code,pre{font:.875em/1.55 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
pre{margin:0;padding:.8em 1em;background:var(--paper);border:1px solid var(--line);border-radius:8px;overflow-x:auto}
pre i{color:var(--soft);font-style:normal}
pre.try{margin-top:1em;border-style:dashed}
section{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:1.1rem 1.2rem;margin:1rem 0}
section p{margin:.3em 0 .6em}
.small{color:var(--soft);font-size:.9rem;margin:.6em 0}
b.get{color:var(--accent)}b.post{color:var(--post)}
nav ul{list-style:none;padding:0;margin:0}
nav>ul{display:grid;gap:1rem 2rem;grid-template-columns:repeat(auto-fit,minmax(13rem,1fr));font-weight:600}
nav ul ul{font-weight:400}
nav a{display:inline-block;padding:.25em 0}
table{border-collapse:collapse;width:100%;font-size:.95rem}
td,th{text-align:left;vertical-align:top;padding:.5em .8em .5em 0;border-top:1px solid var(--line)}
td:first-child,td:nth-child(2){white-space:nowrap}
td code{overflow-wrap:anywhere}
td span[lang=ru]{color:var(--soft)}
tr:target td{background:color-mix(in srgb,var(--accent) 14%,transparent)}
@media (max-width:34rem){td:nth-child(2){white-space:normal;overflow-wrap:anywhere}}
`
