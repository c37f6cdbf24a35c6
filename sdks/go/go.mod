module latchkey

go 1.19
