//! A line that is too long comes in with the places where it may break, and goes out broken (Oppen's
//! algorithm, "Prettyprinting", 1980).

/// A line has at most this many characters where it can be broken.
const MARGIN: usize = 100;
/// What is always there for a line, however far it is indented.
const SPACE_MIN: usize = 60;
/// Wider than any line.
const ENDLESS: usize = 0xffff;

/// What may happen at one place of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// A part of the line begins, which breaks at `all` of its places or at those where it has to;
    /// it is indented by so much more if it breaks.
    Open { all: bool, indent: isize },
    /// The part ends.
    Close,
    /// The line may break here, in place of `blank` spaces that stand there.
    Break {
        blank: usize,
        offset: isize,
        comma: bool,
    },
    /// Nothing happens, but what is before need not fit together with what follows.
    Never,
}

/// A mark, and how many characters of the line are before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) at: usize,
    pub(super) mark: Mark,
}

/// How many characters a line has that begins after `indent` spaces.
pub(super) fn space(indent: usize) -> usize {
    MARGIN.saturating_sub(indent).max(SPACE_MIN)
}

/// Writes so many spaces.
pub(super) fn spaces(count: usize, out: &mut String) {
    const SPACES: &str = "                                ";
    match SPACES.get(..count) {
        Some(spaces) => out.push_str(spaces),
        None => out.push_str(&" ".repeat(count)),
    }
}

/// Writes `line`, which begins after `indent` spaces and breaks at some of `places`.
pub(super) fn lay_out(line: &str, places: &[Place], indent: usize, out: &mut String) {
    let mut printer = Printer {
        out,
        space: space(indent),
        indent,
        pending: indent,
        parts: Vec::new(),
    };
    let mut from = 0;
    for (place, size) in places.iter().zip(sizes(line.len(), places)) {
        printer.text(line.get(from..place.at).unwrap_or_default());
        from = place.at;
        match place.mark {
            Mark::Open { all, indent } => printer.open(size, all, indent),
            Mark::Close => printer.close(),
            Mark::Never => {}
            Mark::Break {
                blank,
                offset,
                comma,
            } => {
                printer.space_or_line(size, blank, offset, comma);
                from += blank;
            }
        }
    }
    printer.text(line.get(from..).unwrap_or_default());
}

/// How far it is from each place to the next one at which the line may break: from an opening, to
/// the next one behind its end. What never ends is endless.
fn sizes(len: usize, places: &[Place]) -> Vec<usize> {
    let mut sizes = vec![ENDLESS; places.len()];
    // The places whose size is not known, each with the width of the line before it.
    let mut open: Vec<(usize, usize, Mark)> = Vec::new();
    for (index, place) in places.iter().enumerate() {
        match place.mark {
            // A comma that comes with the break is part of what is before it.
            Mark::Break { comma, .. } => {
                settle(&mut open, &mut sizes, place.at + usize::from(comma));
            }
            Mark::Never => settle(&mut open, &mut sizes, place.at),
            Mark::Open { .. } | Mark::Close => {}
        }
        open.push((index, place.at, place.mark));
    }
    settle(&mut open, &mut sizes, len);
    sizes
}

/// The places that end at a width of `at`, where the line may break, have their size.
fn settle(open: &mut Vec<(usize, usize, Mark)>, sizes: &mut [usize], at: usize) {
    let mut inside = 0_usize;
    while let Some(&(index, before, mark)) = open.last() {
        match mark {
            Mark::Open { .. } if inside == 0 => return,
            Mark::Open { .. } => inside -= 1,
            Mark::Close => inside += 1,
            Mark::Break { .. } | Mark::Never => {}
        }
        open.pop();
        if let Some(size) = sizes.get_mut(index) {
            *size = at - before;
        }
        if inside == 0 && matches!(mark, Mark::Break { .. } | Mark::Never) {
            return;
        }
    }
}

struct Printer<'a> {
    out: &'a mut String,
    /// How many characters the line still has.
    space: usize,
    indent: usize,
    /// Spaces that are written before the next text, so that none ends a line.
    pending: usize,
    parts: Vec<Part>,
}

/// A part that has begun; `outer` is the indentation around it if it breaks.
struct Part {
    outer: Option<usize>,
    all: bool,
}

impl Printer<'_> {
    fn text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        spaces(std::mem::take(&mut self.pending), self.out);
        self.out.push_str(text);
        self.space = self.space.saturating_sub(text.len());
    }

    fn open(&mut self, size: usize, all: bool, indent: isize) {
        let outer = (size > self.space).then_some(self.indent);
        if outer.is_some() {
            self.indent = self.indent.saturating_add_signed(indent);
        }
        self.parts.push(Part { outer, all });
    }

    fn close(&mut self) {
        if let Some(Part {
            outer: Some(outer), ..
        }) = self.parts.pop()
        {
            self.indent = outer;
        }
    }

    fn space_or_line(&mut self, size: usize, blank: usize, offset: isize, comma: bool) {
        let fits = match self.parts.last() {
            Some(Part { outer: None, .. }) => true,
            Some(Part { all: false, .. }) => size <= self.space,
            Some(Part { all: true, .. }) | None => false,
        };
        if fits {
            self.pending += blank;
            self.space = self.space.saturating_sub(blank);
            return;
        }
        if comma {
            self.text(",");
        }
        self.out.push('\n');
        self.pending = self.indent.saturating_add_signed(offset);
        self.space = space(self.pending);
    }
}
