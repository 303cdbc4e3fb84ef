// The cases of a run: packed as data.go says.
const cases = data.cases.map(([id, name, clauses, level, service, status, feature, line], n) => ({
  n, id, name, clauses: clauses.map(c => data.clauses[c]), level: data.levels[level], service: data.services[service], status: data.statuses[status],
  feature: data.features[feature], line, more: data.more[n] || {},
}));
for (const c of cases) {
  c.shown = c.more.weak ? 'weak' : c.status;
  c.text = (c.id + ' ' + c.name + ' ' + c.clauses.map(x => x.id).join(' ')).toLowerCase();
}
const byID = new Map(cases.map(c => [c.id, c]));
const clauseByID = new Map(data.clauses.map(c => [c.id, c]));
const chapter = id => id.split('-').slice(0, 2).join('-');
const good = c => c.status === 'passed' || c.status === 'fixed';

const link = c => el('li', {}, el('a', {href: '#' + encodeURI('case/' + c.id)}, verdict(c.shown, c.status), ' ' + c.name));
const promised = c => el('p', {}, c.statement || c.id, ' ', el('small', {}, el('a', {href: '#clause/' + c.id}, c.id), c.level ? ', ' + c.level : '', data.sources[c.source] ? ' · ' + data.sources[c.source] : '', c.azure ? ' · ' + c.azure : ''));

// showCase opens the card of a case.
function showCase(c) {
  const m = c.more;
  if (trail === accused) last = accused.indexOf('#case/' + c.id);
  show('#case/' + c.id, '', [
    el('h2', {id: 'card-title'}, verdict(c.shown, c.status), ' ' + c.name),
    el('p', {class: 'dim'}, el('code', {}, c.id)),
    ...c.clauses.map(promised), ...told(m),
    fields([['on Azure', m.azure], ['again', data.again && command(data.again + ' ' + quoted(c.id))], ['seen', m.found && 'in ' + m.found + ', and again in this case, which was run alone because of it'], ['feature', c.feature && 'features/' + c.feature + '.feature:' + c.line], ['level', c.level + (m.weak ? ', does not gate' : '')]]),
  ]);
}

// showSeveral opens a card that lists cases; of one case it opens that.
function showSeveral(hash, title, list, before) {
  list = [...list].sort((a, b) => good(a) - good(b));
  trail = list.map(c => '#case/' + c.id);
  if (list.length === 1 && !before.length) return showCase(list[0]);
  const passed = list.filter(good).length;
  show(hash, count(list.length, 'case'), [
    el('h2', {id: 'card-title'}, title), ...before, el('p', {class: 'dim'}, passed + ' of ' + count(list.length, 'case') + ' passed'),
    el('ul', {}, ...list.map(link)),
  ]);
}

// The list of all cases, and what filters it.
const inputs = ['q', 'service', 'level', 'verdict'].map($);
let why = ''; // the number of a reason, which only a link sets

function options(select, names) {
  for (const name of names) select.append(el('option', {value: name}, name));
}
options($('service'), [...data.services].sort());
options($('level'), data.levels.filter(l => cases.some(c => c.level === l)));
options($('verdict'), data.statuses.filter(s => cases.some(c => c.status === s)));

// filters are the link to what the list shows.
function filters() {
  const p = new URLSearchParams(inputs.filter(i => i.value).map(i => [i.id, i.value]));
  if (why !== '') p.set('why', why);
  return p.size ? '#list?' + p : location.pathname + location.search;
}

function matching() {
  const [q, service, level, status] = inputs.map(i => i.value.trim());
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return cases.filter(c => (!service || c.service === service) && (!level || c.level === level) && (!status || c.status === status)
    && (why === '' || c.more.why === +why) && words.every(w => c.text.includes(w)));
}

const accused = [...document.querySelectorAll('.failures a')].map(a => decodeURIComponent(a.hash)); // the worst first
let listed = []; // what the list shows
const few = 60; // as many matches stand open at once

function draw() {
  const found = matching();
  trail = listed = found.map(c => '#case/' + c.id);
  const for_ = why === '' ? '' : ' not judged: ' + data.reasons[why];
  $('matches').textContent = count(found.length, 'case') + (found.length < cases.length ? ' of ' + cases.length.toLocaleString('en') : '') + for_;
  const services = new Map();
  for (const c of found) {
    const chapters = services.get(c.service) || services.set(c.service, new Map()).get(c.service);
    const key = chapter(c.id);
    (chapters.get(key) || chapters.set(key, []).get(key)).push(c);
  }
  $('list').replaceChildren(...[...services.keys()].sort().flatMap(s => [el('h3', {}, s),
    ...[...services.get(s).keys()].sort().map(k => drawChapter(k, services.get(s).get(k), found.length <= few))]));
}

function drawChapter(name, list, open) {
  const summary = el('summary', {}, el('b', {}, name));
  for (const level of data.levels) {
    const of = list.filter(c => c.level === level);
    if (of.length) summary.append(el('span', {}, level + ' ' + of.filter(good).length + ' of ' + of.length));
  }
  const bad = list.filter(c => c.status === 'failed').length, odd = list.filter(c => !good(c) && c.status !== 'failed').length;
  if (bad) summary.append(el('span', {class: 'bad'}, bad + ' failed'));
  if (odd) summary.append(el('span', {class: 'doubt'}, odd + ' not judged'));
  const details = el('details', {class: 'chapter', id: 'chapter-' + name}, summary);
  details.addEventListener('toggle', () => {
    if (!details.open || details.dataset.drawn) return;
    details.dataset.drawn = 'yes';
    const clauses = new Map();
    for (const c of list) (clauses.get(c.clauses[0]) || clauses.set(c.clauses[0], []).get(c.clauses[0])).push(c);
    for (const [c, of] of clauses) details.append(el('div', {class: 'clause'}, c ? promised(c) : '', el('ul', {}, ...of.map(link))));
  });
  if (open) details.open = true;
  return details;
}

let drawing = 0;
function filtered() {
  why = '';
  clearTimeout(drawing);
  drawing = setTimeout(() => { drawing = 0; history.replaceState(null, '', filters()); draw(); }, 60);
}
for (const i of inputs) i.addEventListener('input', filtered);
$('filter').addEventListener('submit', e => e.preventDefault());
$('filter').addEventListener('reset', () => { setTimeout(filtered); });

// goTo follows a link into the page: a case, a clause, a cell of a table, a filter.
function goTo() {
  if (drawing) { // a link was followed before the list had caught up with the filter
    clearTimeout(drawing);
    drawing = 0;
    draw();
  }
  let hash = location.hash;
  try { hash = decodeURIComponent(hash); } catch { } // a link that was cut
  const [, kind, rest] = /^#(case|clause|cell|list)[\/?](.*)$/.exec(hash) || [];
  if (kind === 'case' && byID.has(rest)) return showCase(byID.get(rest));
  if (kind === 'clause' && clauseByID.has(rest)) {
    const c = clauseByID.get(rest);
    return showSeveral(hash, c.id, cases.filter(x => x.clauses.includes(c)), c.statement ? [promised(c)] : []);
  }
  if (kind === 'cell' && data.cells[rest]) {
    const [name, row, column] = rest.split('/');
    const title = data.names[name], table = $(name).parentElement;
    const cells = table.querySelectorAll('tbody tr')[row - 1].children, head = table.querySelectorAll('thead th')[column - 1].textContent;
    return showSeveral(hash, cells[0].textContent.replace(/^[✓✗?–] | \d+\/\d+$/g, '') + ', ' + head, data.cells[rest].map(n => cases[n]), [el('p', {class: 'dim'}, title)]);
  }
  if (kind && kind !== 'list') return show(hash, '', [
    el('h2', {id: 'card-title'}, 'Not on this page'),
    el('p', {}, 'This run has no ' + kind + ' ', el('code', {}, rest), '. It was not chosen, or has another name in this release.'),
    el('p', {}, el('a', {href: '#list?q=' + encodeURIComponent(rest.split('/')[0])}, 'Look for ' + rest.split('/')[0])),
  ]);
  if (card.open) card.close();
  if (kind === 'list') {
    const p = new URLSearchParams(location.hash.slice('#list?'.length));
    for (const i of inputs) i.value = p.get(i.id) || '';
    why = data.reasons && data.reasons[p.get('why')] !== undefined ? p.get('why') : '';
    draw();
    $('all').scrollIntoView();
    $('all').focus({preventScroll: true});
  }
}
addEventListener('hashchange', goTo);
// The arrows step through where a card was opened: the failures, the worst first, or the list.
addEventListener('click', e => {
  const from = e.target.closest && e.target.closest('.failures a, #list a');
  if (from) trail = from.closest('.failures') ? accused : listed;
});
let last = -1; // the failure that an arrow opened last
addEventListener('keydown', e => {
  const by = {ArrowLeft: -1, ArrowRight: 1}[e.key];
  if (by && !card.open && (document.activeElement === document.body || card.contains(document.activeElement)) && !e.ctrlKey && !e.metaKey && !e.altKey) {
    const to = Math.min(Math.max(last + by, 0), accused.length - 1);
    if (accused[to]) { trail = accused; location.hash = encodeURI(accused[to].slice(1)); }
  }
  if (e.key === '/' && !card.open && !/^(INPUT|SELECT)$/.test(document.activeElement.tagName)) {
    e.preventDefault();
    $('q').focus();
  }
});
draw();
if (accused.includes(location.hash)) trail = accused;
goTo();
