"""
Imports bills into a new book with GnuCash's own importer, and writes the contents of the book to standard output as JSON.

Standard input: {"currency", "vendors", "accounts", "files", "book"}. The importer is the library behind File > Import > Import Bills &
Invoices. It is called as its dialog calls it, with the regular expression for lines that the library contains.
"""

import ctypes
import glob
import json
import sys

import gnucash
from gnucash import Account, Session, gnucash_core_c
from gnucash.gnucash_business import Vendor

task = json.load(sys.stdin)

kinds = {
    "Expenses": gnucash_core_c.ACCT_TYPE_EXPENSE,
    "Assets": gnucash_core_c.ACCT_TYPE_ASSET,
    "Liabilities": gnucash_core_c.ACCT_TYPE_LIABILITY,
    "Liabilities:Accounts Payable": gnucash_core_c.ACCT_TYPE_PAYABLE,
}


def make_book():
    session = Session("xml://" + task["book"], gnucash.SessionOpenMode.SESSION_NEW_STORE)
    book = session.book
    money = book.get_table().lookup("CURRENCY", task["currency"])
    made = {}
    for path in task["accounts"]:
        names = path.split(":")
        for depth in range(1, len(names) + 1):
            so_far = ":".join(names[:depth])
            if so_far in made:
                continue
            account = Account(book)
            account.SetName(names[depth - 1])
            account.SetType(kinds.get(so_far, kinds[names[0]]))
            account.SetCommodity(money)
            parent = made.get(":".join(names[: depth - 1]), book.get_root_account())
            parent.append_child(account)
            made[so_far] = account
    for code in task["vendors"]:
        Vendor(book, code, money, code)
    return session, made


class Stats(ctypes.Structure):
    _fields_ = [("read", ctypes.c_int), ("ignored", ctypes.c_int), ("rest", ctypes.c_char * 128)]


class Text(ctypes.Structure):
    _fields_ = [("text", ctypes.c_char_p), ("length", ctypes.c_size_t), ("room", ctypes.c_size_t)]


def library(pattern):
    return ctypes.CDLL(glob.glob(pattern)[0], mode=ctypes.RTLD_GLOBAL)


session, accounts = make_book()
iso = 3
engine = library("/usr/lib/*/gnucash/libgnc-engine.so")
engine.qof_date_format_set(iso)
engine.gnc_set_account_separator(b":")
engine.gnc_set_current_session(ctypes.c_void_p(int(session.instance)))
library("/usr/lib/*/libguile-3*.so.1").scm_init_guile()
gtk = library("/usr/lib/*/libgtk-3.so.0")
glib = library("/usr/lib/*/libglib-2.0.so.0")
importer_path = "/usr/lib/*/gnucash/gnucash/libgnc-bi-import.so"
importer = library(importer_path)
gtk.gtk_list_store_newv.restype = ctypes.c_void_p
glib.g_string_new.restype = ctypes.c_void_p

with open(glob.glob(importer_path)[0], "rb") as file:
    own = file.read()
begin = own.index(b"^(\\x{FEFF})?(?<id>[^;]*);")
expression = own[begin : own.index(b"\0", begin)]

columns = 22
texts = (ctypes.c_size_t * columns)(*([16 << 2] * columns))
results = []
for name in task["files"]:
    store = ctypes.c_void_p(gtk.gtk_list_store_newv(columns, texts))
    stats = Stats()
    importer.gnc_bi_import_read_file(name.encode(), expression, store, 0, ctypes.byref(stats))
    fixed, deleted, created, updated, ignored = (ctypes.c_uint(0) for _ in range(5))
    info = ctypes.c_void_p(glib.g_string_new(b""))
    importer.gnc_bi_import_fix_bis(store, ctypes.byref(fixed), ctypes.byref(deleted), info, b"BILL")
    importer.gnc_bi_import_create_bis(
        store,
        ctypes.c_void_p(int(session.book.instance)),
        ctypes.byref(created),
        ctypes.byref(updated),
        ctypes.byref(ignored),
        b"BILL",
        b"NONE",
        info,
        None,
    )
    messages = Text.from_address(info.value).text.decode()
    results.append(
        {
            "rows": stats.read,
            "skipped": stats.ignored + ignored.value + fixed.value + deleted.value,
            "created": created.value,
            "posted": messages.count(" posted."),
            "messages": messages,
        }
    )

balances = {}
for path, account in accounts.items():
    balance = account.GetBalance()
    balances[path] = [balance.num(), balance.denom()]
print(json.dumps({"results": results, "balances": balances}))
session.save()
session.end()
