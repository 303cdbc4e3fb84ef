// The rows are in the page; the script hides those that are not wanted, and opens cards.
const letters = {p: 'passed', f: 'failed', w: 'weak', b: 'blocked', r: 'recorded', s: 'skipped'};
const rows = [...document.querySelectorAll('.group tbody tr')].map(e => ({e, text: e.firstChild.textContent.toLowerCase()}));
const headings = new Map(rows.map(({e}) => [e.querySelector('b').textContent, e.firstChild]));
const inputs = ['q', 'service', 'level'].map($);

function filters() {
  const p = new URLSearchParams(inputs.filter(i => i.value).map(i => [i.id, i.value]));
  return p.size ? '#list?' + p : location.pathname + location.search;
}

function draw() {
  const [q, service, level] = inputs.map(i => i.value.trim());
  const words = q.toLowerCase().split(/\s+/).filter(Boolean), any = q || service || level;
  let shown = 0;
  for (const {e, text} of rows) {
    e.hidden = !((!service || e.dataset.s === service) && (!level || e.dataset.l === level) && words.every(w => text.includes(w)));
    if (!e.hidden) shown++;
  }
  for (const g of document.querySelectorAll('.group')) {
    const n = g.querySelectorAll('tbody tr:not([hidden])').length;
    g.hidden = n === 0;
    g.querySelector('.count').textContent = count(n, 'clause');
    if (any && shown <= 60) g.open = true;
  }
  $('matches').textContent = count(shown, 'clause') + (shown < rows.length ? ' of ' + rows.length.toLocaleString('en') : '');
}

let drawing = 0;
function filtered() {
  clearTimeout(drawing);
  drawing = setTimeout(() => { drawing = 0; history.replaceState(null, '', filters()); draw(); }, 60);
}
for (const i of inputs) i.addEventListener('input', filtered);
$('filter').addEventListener('submit', e => e.preventDefault());
$('filter').addEventListener('reset', () => { setTimeout(filtered); });

// showCell opens the card of a clause at a target.
function showCell(hash, clause, column) {
  trail = data.columns.map((_, i) => '#at/' + clause + '/' + i);
  const heading = headings.get(clause), level = heading.querySelector('small').textContent, source = data.sources[data.source[clause]];
  const of = data.cases[clause].filter(n => data.states[column][n] !== ' ');
  const letter = n => data.states[column][n], passed = of.filter(n => letter(n) === 'p').length;
  const nodes = [el('h2', {id: 'card-title'}, clause + ' at ' + data.columns[column]),
    el('p', {}, heading.lastChild.textContent, ' ', el('small', {}, level + (source ? ' · ' + source : ''))),
    el('p', {class: 'dim'}, passed + ' of ' + count(of.length, 'case') + ' passed')];
  const list = el('ul');
  for (const n of [...of].sort((a, b) => (letter(a) === 'p') - (letter(b) === 'p'))) {
    const state = letters[letter(n)], item = el('li', {}, verdict(state, state === 'weak' ? 'failed' : state), ' ', el('code', {}, data.ids[n]));
    const more = data.remarks[data.more[column][n]];
    if (more) item.append(fields([['want', more.want], ['got', more.got], ['because', more.reason]]));
    list.append(item);
  }
  show(hash, '', [...nodes, list]);
}

// showFit opens the card of a client at a target: the clauses that are the reason.
function showFit(hash, name, column) {
  trail = data.columns.map((_, i) => '#fit/' + name + '/' + i);
  const f = data.fits[name][column], list = el('ul');
  for (const [clause, state, does, source] of f.reasons || []) {
    const link = data.cases[clause] ? el('a', {href: '#at/' + clause + '/' + column}, clause) : el('b', {}, clause);
    list.append(el('li', {}, verdict(state, state === 'failed' ? 'does not hold' : 'not judged'), ' ', link, ' it ' + does + ' ', el('small', {}, source)));
  }
  show(hash, '', [el('h2', {id: 'card-title'}, f.title + ' at ' + data.columns[column] + ': ' + f.answer),
    el('p', {class: 'dim'}, f.passed + ' of ' + count(f.cases, 'case') + ' passed; load not run'), list]);
}

function goTo() {
  if (drawing) { // a link was followed before the list had caught up with the filter
    clearTimeout(drawing);
    drawing = 0;
    draw();
  }
  const hash = decodeURIComponent(location.hash);
  const [, clause, column] = /^#at\/(.+)\/(\d+)$/.exec(hash) || [];
  if (data.cases[clause] && data.columns[column]) return showCell(hash, clause, +column);
  const [, client, at] = /^#fit\/(.+)\/(\d+)$/.exec(hash) || [];
  if (client && data.fits?.[client] && data.columns[at]) return showFit(hash, client, +at);
  if (card.open) card.close();
  if (hash.startsWith('#list?')) {
    const p = new URLSearchParams(location.hash.slice('#list?'.length));
    for (const i of inputs) i.value = p.get(i.id) || '';
    draw();
  }
}
addEventListener('hashchange', goTo);
addEventListener('keydown', e => {
  if (e.key === '/' && !card.open && !/^(INPUT|SELECT)$/.test(document.activeElement.tagName)) {
    e.preventDefault();
    $('q').focus();
  }
});
draw();
goTo();
